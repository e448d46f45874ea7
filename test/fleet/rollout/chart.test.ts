import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultPlatform } from '../../../cmp/platform/default-platform.ts';
import { sha256Hex } from '../../../cmp/sha256.ts';
import { stackPlan } from '../../../cmp/stack/stack-plan.ts';
import { CLOSED_PARTITION } from '../../../fleet/bounds.ts';
import { chartSelector } from '../../../fleet/labels.ts';
import { decideRollout } from '../../../fleet/rollout/decide-rollout.ts';
import { newMemory } from '../../../fleet/rollout/memory.ts';
import { known } from '../../../fleet/rollout/snapshot.ts';
import { parseSet } from '../../../fleet/rollout/stateful-set.ts';
import { stackOf } from '../../cmp/stack/stacks.ts';
import { census, ME, pod, state, textOf } from './turns.ts';

const PLAN =
  stackPlan({
    stack: stackOf({ bucket: 's3://cells/one', replicaCount: 3, image: { tag: 'v0.6.2' } }),
    platform: defaultPlatform(),
    sha256Hex,
  }) ?? assert.fail('no plan');

/** The chart's own set after its first apply: every pod on its one revision, and the partition that the API server has. */
function decide(partition: number, draining = 0): string {
  const set = parseSet(
    {
      metadata: {
        name: PLAN.app,
        uid: 'set',
        resourceVersion: '5',
        generation: 1,
        annotations: { 'celld-gitops.io/holder': ME.holder },
      },
      spec: {
        replicas: 3,
        serviceName: `${PLAN.app}-internal`,
        selector: { matchLabels: chartSelector('cells') },
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition } },
        template: PLAN.podTemplate,
        volumeClaimTemplates: PLAN.volumeClaimTemplates,
      },
      status: { observedGeneration: 1, currentRevision: 'r1', updateRevision: 'r1' },
    },
    'celld-gitops-rollout',
  );
  const pods = [0, 1, 2].map((ordinal) => pod(ordinal, { revision: 'r1', durability: PLAN.durability }));
  const deployment = { version: 'whatever', generation: 1, draining, swapping: 0 };
  const readings = Object.fromEntries(pods.map(({ ordinal }) => [ordinal, state({ deployment })]));
  const lease = {
    resourceVersion: '3',
    holder: ME.holder,
    renewTime: '',
    durationMs: 30_000,
    ran: {
      [PLAN.bucket.key]: [{ version: '0.6.2', durability: PLAN.durability, state: 'started' } as const],
    },
  };
  const snapshot = {
    now: 1_000_000,
    monotonic: 1_000_000,
    set: known(set),
    pods: known(pods),
    lease: known(lease),
    scaling: known({ isServed: false, scalers: [], autoscalers: [] }),
    census: census(pods, readings),
  };
  const memory = { ...newMemory(1_000_000), leaseRenewedAt: 1_000_000 };
  return textOf(decideRollout({ snapshot, plan: PLAN, memory, me: ME }));
}

test('The first rollout of a chart’s fleet closes the partition that the chart left open (Y60)', () =>
  assert.match(decide(0), /^closePartition: every pod is on the new template/));

test('A closed chart’s fleet is done with whatever deployment its pods agree on', () =>
  assert.equal(decide(CLOSED_PARTITION), 'finish 0: Fleet "cells-celld" runs celld 0.6.2 on 3 pods'));

test('A chart’s fleet whose pods still drain a deployment is waited for', () =>
  assert.match(decide(CLOSED_PARTITION, 1), /^wait for .* to serve one deployment \(draining\)/));
