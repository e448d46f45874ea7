import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { KubeObject } from '../../fleet/cluster-api.ts';
import { TYPES } from '../../sim/api/resource-types.ts';
import { at, mapsAt, textAt, withAt } from '../../sim/json.ts';
import {
  fails,
  identity,
  lease,
  ME,
  merge,
  refOf,
  revision,
  serverWith,
  SET,
  statefulSet,
  workerApp,
} from './objects.ts';

const apply = (fieldManager: string, force = false) =>
  ({ kind: 'apply', fieldManager, user: fieldManager, force }) as const;

describe('server-side apply', () => {
  const owners = (object: KubeObject, ...path: readonly string[]) =>
    mapsAt(object, 'metadata', 'managedFields')
      .filter((entry) => at(entry, 'fieldsV1', ...path.map((key) => `f:${key}`)) !== undefined)
      .map((entry) => `${textAt(entry, 'manager')} ${textAt(entry, 'operation')}`);

  test('a value that another manager owns is a conflict, and is taken over by force', () => {
    const { api } = serverWith();
    api.patch(SET, statefulSet({ replicas: 3 }), apply('argocd-controller'));
    const body = withAt(identity(), ['spec'], { replicas: 5 });
    fails(
      '409 Conflict',
      () => api.patch(SET, body, apply('rollout')),
      /conflict with "argocd-controller": .spec.replicas/,
    );
    const forced = api.patch(SET, body, apply('rollout', true));
    assert.deepEqual(owners(forced, 'spec', 'replicas'), ['rollout Apply']);
  });

  test('the same value is shared, and stays when one of its owners lets go', () => {
    const { api } = serverWith();
    api.patch(SET, statefulSet({ replicas: 3 }), apply('argocd-controller'));
    api.patch(SET, withAt(identity(), ['spec'], { replicas: 3 }), apply('rollout'));
    const after = api.patch(SET, statefulSet(), apply('argocd-controller', true));
    assert.equal(at(after, 'spec', 'replicas'), 3);
    assert.deepEqual(owners(after, 'spec', 'replicas'), ['rollout Apply']);
  });

  test('a field that its only owner stops applying falls to its default', () => {
    const { api } = serverWith();
    api.patch(SET, statefulSet({ replicas: 3 }), apply('argocd-controller'));
    assert.equal(at(api.patch(SET, statefulSet(), apply('argocd-controller')), 'spec', 'replicas'), 1);
  });

  test('a size set through the scale subresource survives later applies (facts/proven.md 3)', () => {
    const { api } = serverWith();
    api.patch(SET, statefulSet(), apply('argocd-controller'));
    api.patch(SET, { spec: { replicas: 5 } }, { ...merge('kube-controller-manager'), subresource: 'scale' });
    const after = api.patch(SET, statefulSet(), apply('argocd-controller', true));
    assert.equal(at(after, 'spec', 'replicas'), 5);
  });

  test('status conditions are owned item by item', () => {
    const { api } = serverWith();
    api.create(TYPES.workerApp, workerApp(), ME);
    const ref = refOf(TYPES.workerApp, 'chat');
    const status = (type: string) => ({ status: { conditions: [{ type, status: 'True' }] } });
    api.patch(ref, status('RolloutRefused'), { ...apply('rollout'), subresource: 'status' });
    const both = api.patch(ref, status('Ready'), { ...apply('exporter'), subresource: 'status' });
    assert.deepEqual(
      mapsAt(both, 'status', 'conditions').map((item) => item['type']),
      ['RolloutRefused', 'Ready'],
    );
    const left = api.patch(ref, { status: {} }, { ...apply('exporter'), subresource: 'status' });
    assert.deepEqual(
      mapsAt(left, 'status', 'conditions').map((item) => item['type']),
      ['RolloutRefused'],
    );
  });

  test('two managers that apply one Lease by force both succeed; by resourceVersion only one does (Y54)', () => {
    const { api } = serverWith();
    const ref = refOf(TYPES.lease, 'chat-celld');
    const seen = api.patch(ref, lease('a'), apply('a'));
    api.patch(ref, lease('b'), apply('b', true));
    api.patch(ref, lease('c'), apply('c', true));
    assert.equal(textAt(api.get(ref), 'spec', 'holderIdentity'), 'c');
    fails('409 Conflict', () =>
      api.patch(ref, withAt(lease('d'), ['metadata', 'resourceVersion'], revision(seen)), apply('d', true)),
    );
  });
});
