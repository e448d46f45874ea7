import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLOSED_PARTITION } from '../../fleet/bounds.ts';
import { componentLabels, fleetLabels, fleetSelector, LABELS } from '../../fleet/labels.ts';
import {
  DERIVED_NAMES,
  fleetNames,
  MAX_APP_NAME_LENGTH,
  MAX_ORDINAL,
  MAX_REPLICAS,
  podName,
} from '../../fleet/names.ts';

test('fleetNames() gives the names that celld-operator gives, so that a fleet can be adopted', () => {
  const names = fleetNames('chat');
  assert.equal(names.statefulSet, 'chat-celld');
  assert.equal(names.internalService, 'chat-celld-internal');
  assert.equal(names.authorizationPolicy, 'chat-celld-internal');
  assert.equal(names.tlsSecret, 'chat-celld-tls');
  assert.equal(podName('chat', 2), 'chat-celld-2');
});

test('fleetNames() gives the Jobs names that no pod of the fleet and no other object has', () => {
  const { gateJob, rolloutJob, ...others } = fleetNames('chat');
  assert.deepEqual([gateJob, rolloutJob], ['chat-celld-gate', 'chat-celld-rollout']);
  assert.ok(!Object.values(others).includes(gateJob) && !Object.values(others).includes(rolloutJob));
});

test('MAX_APP_NAME_LENGTH is 46', () => {
  assert.equal(MAX_APP_NAME_LENGTH, 46);
});

test('every name derived from an app of 46 characters fits its limit', () => {
  const app = 'a'.repeat(46);
  for (const { what, longest } of DERIVED_NAMES) {
    assert.ok(longest(app).length <= 63, `${what}: ${longest(app)}`);
  }
});

test('one character more and the label controller-revision-hash does not fit', () => {
  const app = 'a'.repeat(47);
  const tooLong = DERIVED_NAMES.filter(({ longest }) => longest(app).length > 63).map(({ what }) => what);
  assert.deepEqual(tooLong, ['label controller-revision-hash']);
});

test('no object that is named after an app is missing from the table of lengths', () => {
  const app = 'a'.repeat(46);
  const names: readonly string[] = Object.values<string>({ ...fleetNames(app) });
  const longest = Math.max(...names.map((name) => name.length));
  assert.ok(longest <= 63, String(longest));
});

test('ordinals end below the closed partition', () => {
  assert.equal(MAX_ORDINAL, MAX_REPLICAS - 1);
  assert.ok(MAX_ORDINAL < CLOSED_PARTITION);
});

test('fleetSelector() selects by a label that every pod of the fleet has', () => {
  assert.deepEqual(fleetSelector('chat'), { 'celld-operator.io/workerapp': 'chat' });
  assert.deepEqual(fleetLabels('chat'), {
    'celld-operator.io/workerapp': 'chat',
    'app.kubernetes.io/name': 'celld',
    'app.kubernetes.io/instance': 'chat',
  });
});

test('componentLabels() never carry the fleet label', () => {
  for (const component of ['rollout', 'gate', 'exporter', 'generator'] as const) {
    const labels = componentLabels(component, 'chat');
    assert.deepEqual(labels, { 'celld-gitops.io/component': component, 'celld-gitops.io/workerapp': 'chat' });
    assert.ok(!(LABELS.workerapp in labels));
  }
  assert.deepEqual(componentLabels('exporter'), { 'celld-gitops.io/component': 'exporter' });
});
