import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { parse } from 'yaml';
import type { JsonObject } from '../../documents/json.ts';
import { LABELS } from '../../fleet/labels.ts';
import { runHealthScript } from './lua.ts';

const { data } = parse(readFileSync('argocd/argocd-cm/argocd-cm.yaml', 'utf8')) as {
  data: Record<string, string>;
};
const script = data['resource.customizations.health.apps_StatefulSet'] ?? '';
const FLEET = { [LABELS.workerapp]: 'chat' };
const OBSERVED = { observedGeneration: 2 };

/** A StatefulSet, and what Argo CD's own check says of it (facts/argocd.md 4), or ours of a fleet's (DESIGN D3). */
const ROWS: readonly (readonly [string, JsonObject, string, RegExp])[] = [
  ['no status', { metadata: { generation: 1 } }, 'Progressing', /to be observed/],
  [
    'an older generation observed',
    set({ status: { observedGeneration: 1 } }),
    'Progressing',
    /to be observed/,
  ],
  [
    'a fleet that is observed, whatever its pods',
    set({ labels: FLEET, spec: { replicas: 3 }, status: OBSERVED }),
    'Healthy',
    /the WorkerApp says/,
  ],
  [
    'a fleet that is not observed yet',
    set({ labels: FLEET, status: { observedGeneration: 1 } }),
    'Progressing',
    /to be observed/,
  ],
  [
    'pods that are not ready',
    set({ spec: { replicas: 3 }, status: { ...OBSERVED, readyReplicas: 1 } }),
    'Progressing',
    /Waiting for 2 pods/,
  ],
  [
    'no ready pods at all',
    set({ spec: { replicas: 3 }, status: OBSERVED }),
    'Progressing',
    /Waiting for 3 pods/,
  ],
  ['zero replicas', set({ spec: rolling(0, 0), status: OBSERVED }), 'Healthy', /complete/],
  [
    'OnDelete',
    set({
      spec: { replicas: 1, updateStrategy: { type: 'OnDelete' } },
      status: { ...OBSERVED, readyReplicas: 1 },
    }),
    'Healthy',
    /1 ready pods/,
  ],
  [
    'a roll that goes on',
    set({ spec: rolling(3, 0), status: { ...OBSERVED, readyReplicas: 3, updatedReplicas: 1 } }),
    'Progressing',
    /1 out of 3/,
  ],
  [
    'a roll that is partitioned and done',
    set({ spec: rolling(3, 2), status: { ...OBSERVED, readyReplicas: 3, updatedReplicas: 1 } }),
    'Healthy',
    /partitioned roll out complete/,
  ],
  [
    'a partition above the size',
    set({ spec: rolling(3, 9), status: { ...OBSERVED, readyReplicas: 3 } }),
    'Healthy',
    /partitioned roll out complete/,
  ],
  [
    'revisions that differ',
    set({
      spec: { replicas: 1 },
      status: { ...OBSERVED, readyReplicas: 1, updateRevision: 'b', currentRevision: 'a' },
    }),
    'Progressing',
    /at revision b/,
  ],
  [
    'revisions that agree',
    set({
      spec: { replicas: 1 },
      status: { ...OBSERVED, readyReplicas: 1, updateRevision: 'b', currentRevision: 'b' },
    }),
    'Healthy',
    /complete/,
  ],
];

function set(parts: {
  readonly labels?: JsonObject;
  readonly spec?: JsonObject;
  readonly status: JsonObject;
}): JsonObject {
  return {
    metadata: { generation: 2, labels: parts.labels ?? {} },
    spec: parts.spec ?? {},
    status: parts.status,
  };
}

function rolling(replicas: number, partition: number): JsonObject {
  return { replicas, updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition } } };
}

suite('argocd-cm', () => {
  for (const [what, object, status, message] of ROWS) {
    test(`the health script says ${status} of a StatefulSet with ${what}`, () => {
      const health = runHealthScript(script, object);
      assert.equal(health.status, status);
      assert.match(health.message, message);
    });
  }

  test('the ignore rule names one field of labelled StatefulSets, by expression and by no field manager (T4)', () => {
    const rule = parse(
      data['resource.customizations.ignoreDifferences.apps_StatefulSet'] ?? '',
    ) as JsonObject;
    assert.deepEqual(rule, {
      jqPathExpressions: [
        `select(.metadata.labels["${LABELS.workerapp}"] != null) | .spec.updateStrategy.rollingUpdate.partition`,
      ],
    });
  });
});
