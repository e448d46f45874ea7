import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonObject } from '../../../documents/json.ts';
import { textAt } from '../../../fleet/object-fields.ts';
import { stackStatus } from '../../../fleet/stack/stack-status.ts';
import type { JsonMap } from '../../../schemas/json-schema.ts';
import { stackOf } from '../../cmp/stack/stacks.ts';

const NOTHING = { application: undefined, bucket: undefined, podIdentity: undefined };
const READY = { conditions: [{ type: 'Ready', status: 'True' }] };

function application(phase: string, rollout?: string, gate?: JsonObject): JsonObject {
  const job = (name: string, rest: JsonObject) => ({ kind: 'Job', name: `cells-celld-${name}`, ...rest });
  const resources = [
    ...(gate === undefined ? [] : [job('gate', gate)]),
    ...(rollout === undefined ? [] : [job('rollout', { hookPhase: rollout })]),
  ];
  return {
    metadata: {},
    status: {
      operationState: { phase, message: 'one of the tasks failed', syncResult: { resources } },
      health: { status: 'Healthy' },
      sync: { status: 'Synced' },
    },
  };
}

const ROWS: readonly (readonly [
  what: string,
  app: JsonObject | undefined,
  phase: string,
  message: RegExp,
])[] = [
  ['there is no Application', undefined, 'Pending', /no Application/],
  ['the first sync runs', application('Running'), 'Open', /synced/],
  ['a sync went well without a rollout (Y60)', application('Succeeded'), 'Open', /partition is open/],
  ['a rollout runs', application('Running', 'Running'), 'Progressing', /synced/],
  ['the rollout ended well', application('Succeeded', 'Succeeded'), 'Ready', /^$/],
  [
    'the gate refused',
    application('Failed', undefined, { hookPhase: 'Failed', message: 'Cannot move' }),
    'Degraded',
    /^Cannot move$/,
  ],
  ['the sync failed elsewhere', application('Failed'), 'Degraded', /one of the tasks/],
  ['it is being deleted', { metadata: { deletionTimestamp: 'x' } }, 'Deleting', /deleted/],
];

suite('stackStatus()', () => {
  for (const [what, app, phase, message] of ROWS)
    test(`says ${phase} where ${what}`, () => {
      const status = stackStatus(stackOf(), { ...NOTHING, application: app });
      assert.equal(status['phase'], phase);
      assert.match(textAt(status, 'message') ?? '', message);
      assert.equal(status['ready'], phase === 'Ready');
    });

  test('has upstream’s fields, and nothing of AWS where the stack has none', () => {
    const status = stackStatus(stackOf(), { ...NOTHING, bucket: { status: READY } });
    assert.deepEqual(status['release'], { name: 'cells', namespace: 'celld', ready: false });
    assert.deepEqual(status['service'], { name: 'cells-celld', namespace: 'celld', port: 8080 });
    assert.deepEqual(status['bucket'], { name: '', id: '', ready: false });
    assert.deepEqual(status['podIdentity'], { roleArn: '', associationId: '', ready: false });
  });

  test('is ready with AWS only when bucket and role are', () => {
    const spec: JsonMap = { aws: { enabled: true, bucketName: 'mine' } };
    const done = application('Succeeded', 'Succeeded');
    const bucket = { status: { ...READY, atProvider: { id: 'mine' } } };
    const podIdentity = {
      status: {
        ...READY,
        podIdentity: { role: { arn: 'arn:role' }, association: { id: 'a-1', roleArn: '' } },
      },
    };
    const waiting = stackStatus(stackOf(spec), { application: done, bucket, podIdentity: undefined });
    assert.deepEqual([waiting['ready'], waiting['message']], [false, 'Waiting for the Pod Identity']);
    const whole = stackStatus(stackOf(spec), { application: done, bucket, podIdentity });
    assert.equal(whole['ready'], true);
    assert.deepEqual(whole['bucket'], { name: 'mine', id: 'mine', ready: true });
    assert.deepEqual(whole['podIdentity'], { roleArn: 'arn:role', associationId: 'a-1', ready: true });
  });
});
