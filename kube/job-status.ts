import type { JsonObject } from '../documents/json.ts';
import type { Clock } from '../fleet/clock.ts';
import { ApiError, type ClusterApi } from '../fleet/cluster-api.ts';
import { RESOURCES } from '../fleet/resources.ts';

export interface OwnJob {
  readonly namespace: string;
  readonly name: string;
  /** Of this very Job: a later one of the same name is not to be ended. */
  readonly uid: string;
}

export interface LastSentence {
  /** One word in CamelCase. */
  readonly reason: string;
  readonly message: string;
}

export interface JobStatusOptions {
  readonly api: ClusterApi;
  readonly clock: Clock;
  readonly fieldManager: string;
}

/** `gone`: the Job is no more, has ended already, or another one has its name. */
export type SentenceOutcome = 'written' | 'gone' | 'unwritten';

const ATTEMPTS = 3;
const DELAY_MS = 500;
/** Characters: a termination message may have 4096 bytes; a condition's message 32 KiB. Bug row B7. */
export const LONGEST_SENTENCE = 3_000;

/**
 * Ends the own Job with a sentence that Argo CD shows: the Job controller copies reason and message of `FailureTarget`
 * to `Failed` and stops the pod, so this is the last call that a Job makes. Never rejects: the exit code is the second
 * way to say it. facts/proven.md 2.
 */
export async function failOwnJob(
  job: OwnJob,
  sentence: LastSentence,
  options: JobStatusOptions,
): Promise<SentenceOutcome> {
  const { api, clock, fieldManager } = options;
  const { namespace, name } = job;
  const body = failureBody(job, sentence, new Date(clock.now()).toISOString());
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const patch = { kind: 'strategic', subresource: 'status', fieldManager } as const;
      await api.patch({ type: RESOURCES.job, namespace, name }, body, patch);
      return 'written';
    } catch (error) {
      if (isGone(error)) return 'gone';
      // The same sentence twice is one sentence, so an answer that was lost may be asked for again.
      if (attempt < ATTEMPTS) await pause(clock);
    }
  }
  return 'unwritten';
}

/** A SIGTERM that ends every sleep is no reason to say nothing. */
async function pause(clock: Clock): Promise<void> {
  try {
    await clock.sleep(DELAY_MS);
  } catch {
    return;
  }
}

function failureBody({ uid }: OwnJob, { reason, message }: LastSentence, now: string): JsonObject {
  const condition = {
    type: 'FailureTarget',
    status: 'True',
    reason,
    message: message.length > LONGEST_SENTENCE ? `${message.slice(0, LONGEST_SENTENCE)}...` : message,
    lastProbeTime: now,
    lastTransitionTime: now,
  };
  return { metadata: { uid }, status: { conditions: [condition] } };
}

/**
 * The API server answers 422 to a uid that is not the stored object's, and to a condition that comes too late. A 409 only
 * says that others write the same Job at this moment: its controller does.
 */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && [404, 422].includes(error.status);
}
