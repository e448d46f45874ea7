import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../documents/json.ts';
import { ApiError, type ClusterApi, type ObjectRef, type PatchOptions } from '../../fleet/cluster-api.ts';
import { failOwnJob, type SentenceOutcome } from '../../kube/job-status.ts';

const JOB = { namespace: 'prod', name: 'chat-celld-gate', uid: 'u1' };
const SENTENCE = { reason: 'Refused', message: 'Cannot move from 0.4 to 0.3' };

interface Patch {
  readonly ref: ObjectRef;
  readonly body: JsonObject;
  readonly options: PatchOptions;
}

async function say(
  errors: readonly ApiError[],
  message = SENTENCE.message,
): Promise<{ outcome: SentenceOutcome; patches: readonly Patch[] }> {
  const patches: Patch[] = [];
  const api: Pick<ClusterApi, 'patch'> = {
    patch: (ref, body, options) => {
      const error = errors[patches.length];
      patches.push({ ref, body, options });
      return error === undefined ? Promise.resolve({}) : Promise.reject(error);
    },
  };
  const clock = { now: () => 0, monotonic: () => 0, sleep: () => Promise.reject(new Error('aborted')) };
  const options = { api: api as ClusterApi, clock, fieldManager: 'celld-gitops-gate' };
  return { outcome: await failOwnJob(JOB, { ...SENTENCE, message }, options), patches };
}

function failing(status: number): ApiError {
  return new ApiError('no', { status, reason: 'Some' });
}

test('failOwnJob() writes one condition of its own Job, by its uid', async () => {
  const { outcome, patches } = await say([]);
  assert.equal(outcome, 'written');
  const now = '1970-01-01T00:00:00.000Z';
  assert.deepEqual(patches, [
    {
      ref: {
        type: { group: 'batch', version: 'v1', plural: 'jobs', kind: 'Job' },
        namespace: 'prod',
        name: 'chat-celld-gate',
      },
      body: {
        metadata: { uid: 'u1' },
        status: {
          conditions: [
            {
              type: 'FailureTarget',
              status: 'True',
              ...SENTENCE,
              lastProbeTime: now,
              lastTransitionTime: now,
            },
          ],
        },
      },
      options: { kind: 'strategic', subresource: 'status', fieldManager: 'celld-gitops-gate' },
    },
  ]);
});

test('failOwnJob() says the same again after a lost answer or a conflict, also after a SIGTERM', async () => {
  const { outcome, patches } = await say([failing(0), failing(409)]);
  assert.equal(outcome, 'written');
  assert.equal(patches.length, 3);
  assert.deepEqual(patches[2], patches[0]);
});

test('failOwnJob() leaves a Job alone that is not its own any more', async () => {
  for (const status of [404, 422]) {
    const { outcome, patches } = await say([failing(status)]);
    assert.equal(outcome, 'gone');
    assert.equal(patches.length, 1);
  }
});

test('failOwnJob() gives up without an error', async () => {
  const { outcome, patches } = await say([failing(403), failing(403), failing(403)]);
  assert.equal(outcome, 'unwritten');
  assert.equal(patches.length, 3);
});

test('failOwnJob() keeps its sentence to a length that Argo CD can show', async () => {
  const { patches } = await say([], 'x'.repeat(40_000));
  assert.ok(JSON.stringify(patches[0]?.body).length < 3_400);
});
