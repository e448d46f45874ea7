import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { parse } from 'yaml';
import type { JsonObject } from '../../documents/json.ts';
import { ANNOTATIONS } from '../../fleet/labels.ts';
import { PHASES } from '../../fleet/status/verdict.ts';
import { runHealthScript } from './lua.ts';

const { data } = parse(readFileSync('argocd/argocd-cm/argocd-cm.yaml', 'utf8')) as {
  data: Record<string, string>;
};
const WORKER_APP = data['resource.customizations.health.celld-operator.io_WorkerApp'] ?? '';
const SCALED_OBJECT = data['resource.customizations.health.keda.sh_ScaledObject'] ?? '';

type Row = readonly [what: string, object: JsonObject, status: string, message: RegExp];

function app(status: JsonObject | undefined, spec: JsonObject = {}): JsonObject {
  return {
    metadata: { annotations: { [ANNOTATIONS.planHash]: 'p2' } },
    spec,
    ...(status !== undefined && { status: { observedPlanHash: 'p2', message: 'why', ...status } }),
  };
}

const SINCE = '2026-11-29T12:00:00Z';
const MIXED = { type: 'Degraded', status: 'True', reason: 'LeftMixed', lastTransitionTime: SINCE };

const APPS: readonly Row[] = [
  ['no status', app(undefined), 'Progressing', /^Waiting for the exporter to write/],
  ['a status of the Jobs alone', app({ rollout: { partition: 3 } }), 'Progressing', /to write the status/],
  ['an empty phase', app({ phase: '' }), 'Progressing', /to write the status/],
  ['nothing but a name', { metadata: { name: 'chat' } }, 'Progressing', /to write the status/],
  ['phase Pending', app({ phase: 'Pending' }), 'Progressing', /^Pending: why$/],
  ['phase Ready', app({ phase: 'Ready' }), 'Healthy', /^why$/],
  ['phase RollingOut', app({ phase: 'RollingOut' }), 'Progressing', /^RollingOut: why$/],
  ['phase Recreating', app({ phase: 'Recreating' }), 'Progressing', /^Recreating: why$/],
  [
    'phase Degraded',
    app({ phase: 'Degraded', conditions: [MIXED] }),
    'Degraded',
    /^LeftMixed: why \(since 2026-11-29T12:00:00Z\)$/,
  ],
  ['phase Degraded without conditions', app({ phase: 'Degraded' }), 'Degraded', /^why$/],
  ['a phase that nobody knows', app({ phase: 'Splendid' }), 'Progressing', /^Splendid: why$/],
  [
    'phase Ready of an older plan',
    app({ phase: 'Ready', observedPlanHash: 'p1' }),
    'Progressing',
    /see the new plan/,
  ],
  [
    'phase Degraded of an older plan',
    app({ phase: 'Degraded', observedPlanHash: 'p1' }),
    'Progressing',
    /see the new plan/,
  ],
  [
    'spec.paused and phase Ready',
    app({ phase: 'Ready' }, { paused: true }),
    'Suspended',
    /^Paused.*Ready: why$/,
  ],
  [
    'spec.paused and phase RollingOut',
    app({ phase: 'RollingOut' }, { paused: true }),
    'Suspended',
    /^Paused.*RollingOut: why$/,
  ],
  [
    'spec.paused and phase Degraded',
    app({ phase: 'Degraded', conditions: [MIXED] }, { paused: true }),
    'Degraded',
    /^LeftMixed/,
  ],
  ['spec.paused and no status', app(undefined, { paused: true }), 'Progressing', /to write the status/],
];

function scaler(...conditions: readonly (readonly [type: string, status: string])[]): JsonObject {
  return {
    status: { conditions: conditions.map(([type, status]) => ({ type, status, message: `${type}!` })) },
  };
}

const SCALERS: readonly Row[] = [
  ['no status', {}, 'Progressing', /Waiting for KEDA/],
  ['no conditions', { status: {} }, 'Progressing', /Waiting for KEDA/],
  ['Ready unknown', scaler(['Ready', 'Unknown']), 'Progressing', /Waiting for KEDA/],
  ['Ready', scaler(['Ready', 'True'], ['Paused', 'False'], ['Fallback', 'False']), 'Healthy', /^Ready!$/],
  ['Ready and paused', scaler(['Ready', 'True'], ['Paused', 'True']), 'Healthy', /^paused$/],
  ['paused and not ready', scaler(['Ready', 'False'], ['Paused', 'True']), 'Healthy', /^paused$/],
  ['falling back', scaler(['Ready', 'True'], ['Fallback', 'True']), 'Healthy', /^falling back: Fallback!$/],
  [
    'falling back and not ready',
    scaler(['Ready', 'False'], ['Fallback', 'True']),
    'Healthy',
    /^falling back/,
  ],
  ['not ready', scaler(['Ready', 'False'], ['Paused', 'False']), 'Degraded', /^Ready!$/],
];

suite('The health of a fleet', () => {
  for (const [kind, script, rows] of [
    ['WorkerApp', WORKER_APP, APPS],
    ['ScaledObject', SCALED_OBJECT, SCALERS],
  ] as const)
    for (const [what, object, status, message] of rows)
      test(`a ${kind} with ${what} is ${status}`, () => {
        const health = runHealthScript(script, object);
        assert.equal(health.status, status);
        assert.match(health.message, message);
      });

  test('every phase that the exporter writes has a row', () => {
    for (const phase of PHASES)
      assert.ok(
        APPS.some(([what]) => what === `phase ${phase}`),
        phase,
      );
  });
});
