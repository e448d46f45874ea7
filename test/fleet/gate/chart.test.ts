import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultPlatform } from '../../../cmp/platform/default-platform.ts';
import { sha256Hex } from '../../../cmp/sha256.ts';
import { stackPlan } from '../../../cmp/stack/stack-plan.ts';
import { decideGate } from '../../../fleet/gate/decide-gate.ts';
import { chartSelector, LABELS, podSelectorText } from '../../../fleet/labels.ts';
import type { FleetPlan } from '../../../fleet/plan.ts';
import { templateDifferences } from '../../../fleet/rollout/compare-template.ts';
import { known } from '../../../fleet/rollout/snapshot.ts';
import { type FleetSet, parseSet } from '../../../fleet/rollout/stateful-set.ts';
import type { JsonObject } from '../../../documents/json.ts';
import { roleRules } from '../../../fleet/hook-permissions.ts';
import type { JsonMap } from '../../../schemas/json-schema.ts';
import { stackOf } from '../../cmp/stack/stacks.ts';
import { pod } from '../rollout/turns.ts';

function planOf(spec: JsonMap = {}, annotations: JsonMap = {}): FleetPlan {
  const stack = stackOf({ bucket: 's3://cells/one', replicaCount: 3, ...spec }, { annotations });
  return stackPlan({ stack, platform: defaultPlatform(), sha256Hex }) ?? assert.fail('no plan');
}

/** The set that the chart makes of a plan's values: more than the plan knows, a size, and no partition. */
function chartSet(plan: FleetPlan, spec: JsonObject = {}): FleetSet {
  const replicas = plan.size.mode === 'fixed' ? plan.size.replicas : 1;
  const live = {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: plan.app, uid: 'set-uid', resourceVersion: '7', generation: 1 },
    spec: {
      replicas,
      serviceName: `${plan.app}-internal`,
      podManagementPolicy: 'OrderedReady',
      selector: { matchLabels: chartSelector(plan.chart?.release ?? '') },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      template: withSecondContainer(plan.podTemplate),
      volumeClaimTemplates: plan.volumeClaimTemplates,
      ...spec,
    },
    status: { observedGeneration: 1, currentRevision: 'r1', updateRevision: 'r1' },
  };
  return parseSet(live, 'celld-gitops-rollout');
}

function withSecondContainer(template: JsonObject): JsonObject {
  const spec = template['spec'] as { readonly containers: readonly JsonObject[] };
  return { ...template, spec: { ...spec, containers: [...spec.containers, { name: 'azurite-forward' }] } };
}

function decide(plan: FleetPlan, set: FleetSet | undefined, count = 3): string {
  const version = '0.3.0';
  const decision = decideGate(
    {
      set: known(set),
      pods: known(
        set === undefined ? [] : Array.from({ length: count }, (_, ordinal) => pod(ordinal, {}, version)),
      ),
      lease: known(undefined),
      claims: known([]),
      neighbours: known([]),
    },
    plan,
  );
  if (decision.kind === 'act') return decision.act.kind;
  return decision.kind === 'wait' ? `wait for ${decision.for}` : `${decision.code}: ${decision.sentence}`;
}

suite('The gate of a chart’s fleet', () => {
  const before = planOf();

  test('approves a new fleet', () => assert.match(decide(before, undefined), /^0: Approved/));

  test('closes the open partition before it lets another template in (Y60)', () =>
    assert.equal(
      decide(planOf({ image: { tag: 'v0.3.0' }, values: { a: 1 } }), chartSet(before)),
      'closePartition',
    ));

  test('refuses an image that must not follow, before anything is written', () => {
    const refused = decide(planOf({ image: { tag: 'v0.2.1' } }), chartSet(before));
    assert.match(refused, /^1[01]: Cannot move fleet "cells-celld" from 0\.3\.0/);
  });

  test('names the lever where every pod has to stop, and goes on with it', () => {
    const image = { image: { tag: 'v0.4.1' } };
    assert.match(
      decide(planOf(image), chartSet(before)),
      /^10: .*celld-gitops\.io\/update-strategy: Recreate$/,
    );
    const allowed = planOf(image, { 'celld-gitops.io/update-strategy': 'Recreate' });
    assert.equal(decide(allowed, chartSet(before)), 'closePartition');
  });

  test('lets one pod go while the rest are well, and no more', () => {
    assert.match(
      decide(planOf({ replicaCount: 1 }), chartSet(before)),
      /^10: .*would stop 2 pods at once, from 3 to 1/,
    );
    assert.equal(decide(planOf({ replicaCount: 2 }), chartSet(before)), 'approve');
    assert.match(decide(planOf({ replicaCount: 2 }), chartSet(before), 2), /^wait for 3 pods/);
  });

  test('refuses another chart by name: its claims carry the version, and cannot change', () =>
    assert.match(
      decide(planOf({ chartVersion: '0.4.0' }), chartSet(before)),
      /^10: Cannot change volumeClaimTemplates/,
    ));

  test('refuses a set that selects other pods', () =>
    assert.match(
      decide(before, chartSet(before, { selector: { matchLabels: { [LABELS.workerapp]: 'cells-celld' } } })),
      /^10: .*selects other pods/,
    ));
});

test('The live template of a chart is the plan’s by the hash of its values, whatever else is in it', () => {
  const plan = planOf();
  assert.deepEqual(templateDifferences(plan, chartSet(plan).template), []);
  const other = chartSet(planOf({ values: { resources: { limits: { memory: '1Gi' } } } }));
  assert.deepEqual(templateDifferences(plan, other.template), [
    'metadata.annotations.celld-gitops.io/values-hash',
  ]);
});

test('Pods of a chart’s fleet are listed by what the chart gives them, without its store', () => {
  const plan = planOf();
  assert.equal(
    podSelectorText(plan),
    'app.kubernetes.io/name=celld,app.kubernetes.io/instance=cells,app.kubernetes.io/component!=azurite',
  );
});

test('Roles of a chart’s Jobs name no WorkerApp and write no ScaledObject', () => {
  for (const hook of ['gate', 'rollout'] as const) {
    const rules = roleRules(hook, planOf());
    assert.ok(!JSON.stringify(rules).includes('workerapps'));
    assert.ok(
      !rules.some(({ resources, verbs }) =>
        JSON.stringify([resources, verbs]).includes('["scaledobjects"],["patch"'),
      ),
    );
  }
});
