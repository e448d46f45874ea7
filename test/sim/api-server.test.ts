import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../documents/json.ts';
import type { KubeObject } from '../../fleet/cluster-api.ts';
import { TYPES } from '../../sim/api/resource-types.ts';
import { at, mapAt, mapsAt, numberAt, textAt, withAt } from '../../sim/json.ts';
import {
  fails,
  lease,
  ME,
  merge,
  NAMESPACE,
  refOf,
  revision,
  serverWith,
  SET,
  statefulSet,
  workerApp,
} from './objects.ts';

const partition = (object: KubeObject) => at(object, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
const generation = (object: KubeObject) => numberAt(object, 'metadata', 'generation');

describe('reads and preconditions', () => {
  test('get() of an object that is not there is 404 NotFound', () => {
    const { api } = serverWith();
    fails('404 NotFound', () => api.get(SET), /statefulsets.apps "chat-celld" not found/);
  });

  test('create() of an object that is there is 409 AlreadyExists', () => {
    const { api } = serverWith();
    api.create(TYPES.statefulSet, statefulSet(), ME);
    fails('409 AlreadyExists', () => api.create(TYPES.statefulSet, statefulSet(), ME));
  });

  test('patch() with an old resourceVersion is 409 Conflict, with the current one it is carried out', () => {
    const { api } = serverWith();
    const first = api.create(TYPES.statefulSet, statefulSet(), ME);
    api.patch(SET, { spec: { replicas: 2 } }, merge());
    const stale = { metadata: { resourceVersion: revision(first) }, spec: { replicas: 3 } };
    fails('409 Conflict', () => api.patch(SET, stale, merge()), /object has been modified/);
    const fresh = withAt(stale, ['metadata', 'resourceVersion'], revision(api.get(SET)));
    assert.equal(numberAt(api.patch(SET, fresh, merge()), 'spec', 'replicas'), 3);
  });

  test('delete() with another uid is 409 Conflict', () => {
    const { api } = serverWith();
    api.create(TYPES.lease, lease('a'), ME);
    const ref = refOf(TYPES.lease, 'chat-celld');
    fails('409 Conflict', () => api.delete(ref, { preconditions: { uid: 'other' } }, ME));
    api.delete(ref, { preconditions: { uid: textAt(api.get(ref), 'metadata', 'uid') } }, ME);
    fails('404 NotFound', () => api.get(ref));
  });

  test('list() selects by labels and answers the revision of the whole store', () => {
    const { api } = serverWith();
    api.create(TYPES.configMap, labelled('a', { app: 'chat', tier: 'one' }), ME);
    api.create(TYPES.configMap, labelled('b', { app: 'chat' }), ME);
    const names = (selector: string) =>
      api.list(TYPES.configMap, NAMESPACE, selector).items.map((item) => textAt(item, 'metadata', 'name'));
    assert.deepEqual(names('app=chat'), ['a', 'b']);
    assert.deepEqual(names('app=chat,tier!=one'), ['b']);
    assert.deepEqual(names('tier in (one, two)'), ['a']);
    assert.deepEqual(names('!tier'), ['b']);
    assert.deepEqual(names('app=other'), []);
  });
});

describe('generation, resourceVersion and status', () => {
  test('generation rises with the spec, never with status, labels or annotations', () => {
    const { api } = serverWith();
    api.create(TYPES.statefulSet, statefulSet(), ME);
    assert.equal(generation(api.patch(SET, { metadata: { annotations: { a: 'b' } } }, merge())), 1);
    const status = { status: { replicas: 3 } };
    assert.equal(generation(api.patch(SET, status, { ...merge(), subresource: 'status' })), 1);
    assert.equal(generation(api.patch(SET, { spec: { replicas: 3 } }, merge())), 2);
  });

  test('a write that changes nothing uses no resourceVersion', () => {
    const { api, writes } = serverWith();
    const before = api.create(TYPES.statefulSet, statefulSet({ replicas: 3 }), ME);
    assert.equal(revision(api.patch(SET, { spec: { replicas: 3 } }, merge())), revision(before));
    assert.equal(writes.length, 1);
  });

  test('a write of the object leaves the status alone, a write of the status leaves the object alone', () => {
    const { api } = serverWith();
    api.create(TYPES.statefulSet, statefulSet({ replicas: 1 }), ME);
    const both = { spec: { replicas: 4 }, status: { currentRevision: 'x' } };
    assert.equal(at(api.patch(SET, both, merge()), 'status'), undefined);
    const patched = api.patch(
      SET,
      { spec: { replicas: 9 }, status: { currentRevision: 'y' } },
      { ...merge(), subresource: 'status' },
    );
    assert.deepEqual([at(patched, 'spec', 'replicas'), at(patched, 'status', 'currentRevision')], [4, 'y']);
  });
});

describe('defaults and immutable fields', () => {
  test('a StatefulSet without replicas and strategy gets 1 replica and partition 0', () => {
    const { api } = serverWith();
    const bare = withAt(statefulSet(), ['spec', 'updateStrategy'], {});
    const created = api.create(TYPES.statefulSet, bare, ME);
    assert.deepEqual([at(created, 'spec', 'replicas'), partition(created)], [1, 0]);
  });

  test('a strategy that only names its type keeps rollingUpdate absent', () => {
    const { api } = serverWith();
    const typed = withAt(statefulSet(), ['spec', 'updateStrategy'], { type: 'RollingUpdate' });
    assert.equal(
      at(api.create(TYPES.statefulSet, typed, ME), 'spec', 'updateStrategy', 'rollingUpdate'),
      undefined,
    );
  });

  test('replace() with replicas omitted falls to 1 (facts/proven.md 1)', () => {
    const { api } = serverWith();
    api.create(TYPES.statefulSet, statefulSet({ replicas: 3 }), ME);
    assert.equal(at(api.replace(SET, statefulSet(), ME), 'spec', 'replicas'), 1);
  });

  test('a changed volume claim, selector, serviceName or pod management policy is 422', () => {
    const { api } = serverWith();
    api.create(TYPES.statefulSet, statefulSet(), ME);
    fails(
      '422 Invalid',
      () => api.patch(SET, { spec: { serviceName: 'x' } }, merge()),
      /fields other than 'replicas'/,
    );
    fails('422 Invalid', () => api.patch(SET, { spec: { podManagementPolicy: 'OrderedReady' } }, merge()));
    fails('422 Invalid', () => api.patch(SET, { spec: { volumeClaimTemplates: [] } }, merge()));
  });
});

describe('patch kinds', () => {
  const job = refOf(TYPES.job, 'chat-celld-rollout');
  const condition = (type: string): JsonObject => ({ type, status: 'True', reason: 'r', message: 'm' });

  test('a strategic patch merges conditions by type, a merge patch replaces them', () => {
    const { api } = serverWith();
    api.create(TYPES.job, jobObject(), ME);
    const patch = (kind: 'strategic' | 'merge', type: string) =>
      api.patch(
        job,
        { status: { conditions: [condition(type)] } },
        { ...merge(), kind, subresource: 'status' },
      );
    patch('strategic', 'Suspended');
    const types = (object: KubeObject) => mapsAt(object, 'status', 'conditions').map((item) => item['type']);
    assert.deepEqual(types(patch('strategic', 'FailureTarget')), ['Suspended', 'FailureTarget']);
    fails('422 Invalid', () => patch('merge', 'Suspended'), /cannot disable FailureTarget/);
  });

  test('a merge patch removes by null', () => {
    const { api } = serverWith();
    api.create(TYPES.configMap, labelled('a', { app: 'chat', tier: 'one' }), ME);
    const patched = api.patch(refOf(TYPES.configMap, 'a'), { metadata: { labels: { tier: null } } }, merge());
    assert.deepEqual(at(patched, 'metadata', 'labels'), { app: 'chat' });
  });

  test('a strategic patch of a custom resource is 415', () => {
    const { api } = serverWith();
    api.create(TYPES.workerApp, workerApp(), ME);
    fails('415 UnsupportedMediaType', () =>
      api.patch(refOf(TYPES.workerApp, 'chat'), {}, { ...merge(), kind: 'strategic' }),
    );
  });

  test('the scale subresource sets the size alone and answers a Scale without labels', () => {
    const { api } = serverWith();
    api.create(TYPES.statefulSet, statefulSet(), ME);
    const scale = api.patch(SET, { spec: { replicas: 5 } }, { ...merge('hpa'), subresource: 'scale' });
    assert.equal(at(scale, 'kind'), 'Scale');
    assert.equal(at(scale, 'metadata', 'labels'), undefined);
    assert.equal(at(api.get(SET), 'spec', 'replicas'), 5);
  });
});

describe('deletion and admission', () => {
  test('a pod with a node waits for its kubelet; without one it goes at once', () => {
    const { api } = serverWith();
    const pod = (name: string, nodeName: string) => ({
      metadata: { name, namespace: NAMESPACE },
      spec: { containers: [], terminationGracePeriodSeconds: 60, ...(nodeName !== '' && { nodeName }) },
    });
    api.create(TYPES.pod, pod('bound', 'n1'), ME);
    api.create(TYPES.pod, pod('pending', ''), ME);
    api.delete(refOf(TYPES.pod, 'bound'), {}, ME);
    api.delete(refOf(TYPES.pod, 'pending'), {}, ME);
    assert.equal(at(api.get(refOf(TYPES.pod, 'bound')), 'metadata', 'deletionGracePeriodSeconds'), 60);
    fails('404 NotFound', () => api.get(refOf(TYPES.pod, 'pending')));
    api.delete(refOf(TYPES.pod, 'bound'), { gracePeriodSeconds: 0 }, ME);
    fails('404 NotFound', () => api.get(refOf(TYPES.pod, 'bound')));
  });

  test('an object with finalizers goes when the last one is removed', () => {
    const { api } = serverWith();
    const ref = refOf(TYPES.scaledObject, 'chat-celld');
    api.create(
      TYPES.scaledObject,
      { metadata: { ...mapAt(labelled('chat-celld', {}), 'metadata'), finalizers: ['finalizer.keda.sh'] } },
      ME,
    );
    api.delete(ref, {}, ME);
    assert.notEqual(at(api.get(ref), 'metadata', 'deletionTimestamp'), undefined);
    api.patch(ref, { metadata: { finalizers: null } }, merge());
    fails('404 NotFound', () => api.get(ref));
  });

  test('orphaning deletion leaves dependents without an owner', () => {
    const { api } = serverWith();
    const set = api.create(TYPES.statefulSet, statefulSet(), ME);
    const owner = {
      uid: textAt(set, 'metadata', 'uid'),
      kind: 'StatefulSet',
      name: 'chat-celld',
      controller: true,
    };
    api.create(
      TYPES.pod,
      { metadata: { name: 'p', namespace: NAMESPACE, ownerReferences: [owner] }, spec: {} },
      ME,
    );
    api.delete(SET, { propagation: 'orphan' }, ME);
    assert.deepEqual(at(api.get(refOf(TYPES.pod, 'p')), 'metadata', 'ownerReferences'), []);
  });

  test('admission can refuse with a sentence, or change what is stored', () => {
    const { api } = serverWith({
      admission: [
        ({ subresource }) => (subresource === 'scale' ? 'nobody shrinks this fleet' : undefined),
        ({ after }) =>
          after === undefined ? undefined : withAt(after, ['metadata', 'labels', 'seen'], 'yes'),
      ],
    });
    assert.equal(at(api.create(TYPES.statefulSet, statefulSet(), ME), 'metadata', 'labels', 'seen'), 'yes');
    const scale = { ...merge('hpa'), subresource: 'scale' as const };
    fails('403 Forbidden', () => api.patch(SET, { spec: { replicas: 0 } }, scale), /nobody shrinks/);
  });
});

function labelled(name: string, labels: JsonObject): JsonObject {
  return { metadata: { name, namespace: NAMESPACE, labels } };
}

function jobObject(): JsonObject {
  return { metadata: { name: 'chat-celld-rollout', namespace: NAMESPACE }, spec: { template: { spec: {} } } };
}
