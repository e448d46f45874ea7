import type { JsonObject } from '../documents/json.ts';
import { ApiError } from '../fleet/cluster-api.ts';
import { namesOfFleet } from '../fleet/names.ts';
import { RESOURCES } from '../fleet/resources.ts';
import { EXIT, type ExitCode } from '../fleet/rollout/decision.ts';
import { failOwnJob, LONGEST_SENTENCE } from '../kube/job-status.ts';
import { refTo } from './gather-fleet.ts';
import type { HookOptions } from './options.ts';

/** How a Job ended, and the sentence that people will read. */
export interface Ending {
  readonly code: ExitCode;
  readonly sentence: string;
}

/** One word for each exit code, as conditions and Events carry it. */
export const EXIT_REASONS: Readonly<Record<ExitCode, string>> = {
  [EXIT.done]: 'Done',
  [EXIT.couldNotTell]: 'CouldNotTell',
  [EXIT.refused]: 'Refused',
  [EXIT.never]: 'NeverAllowed',
  [EXIT.deadline]: 'DeadlineExceeded',
  [EXIT.superseded]: 'Superseded',
  [EXIT.usage]: 'Usage',
};

/**
 * Says how the Job ended, wherever people look, and last of all in the Job's own status: `FailureTarget` ends it, and
 * Argo CD shows the sentence. DESIGN D4, facts/proven.md 2, Y32. What cannot be written is no error.
 */
export async function report(options: HookOptions, ending: Ending, manager: string): Promise<void> {
  const sentence = ending.sentence.slice(0, LONGEST_SENTENCE);
  options.setTerminationMessage(sentence);
  const isOurs = ending.code !== EXIT.superseded;
  if (isOurs) await quietly(() => writeStatus(options, statusOf(ending.code, sentence, options), manager));
  if (ending.code === EXIT.done) return;
  if (isOurs) await quietly(() => writeEvent(options, { ...ending, sentence }, manager));
  const { api, plan, clock, job } = options;
  const last = { reason: EXIT_REASONS[ending.code], message: sentence };
  await failOwnJob({ namespace: plan.namespace, ...job }, last, { api, clock, fieldManager: manager });
}

async function quietly(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

function statusOf(code: ExitCode, message: string, { clock }: HookOptions): JsonObject {
  const isRefused = code === EXIT.refused || code === EXIT.never;
  const condition = {
    type: 'RolloutRefused',
    status: isRefused ? 'True' : 'False',
    reason: EXIT_REASONS[code],
    message,
    lastTransitionTime: secondTime(clock.now()),
  };
  return { rollout: { waitingOn: code === EXIT.done ? '' : message }, conditions: [condition] };
}

/** The part of the WorkerApp's status that the Jobs own. Absent on a first sync: not an error. DESIGN D5. */
export async function writeStatus(
  { api, plan }: Pick<HookOptions, 'api' | 'plan'>,
  status: JsonObject,
  manager: string,
): Promise<void> {
  // A chart's fleet has its CelldStack in the cluster of Argo CD, where a Job of this one cannot write.
  if (plan.chart !== undefined) return;
  const ref = refTo(plan, RESOURCES.workerApp, plan.app);
  const identity = {
    apiVersion: 'celld-operator.io/v1alpha1',
    kind: 'WorkerApp',
    metadata: { name: plan.app },
  };
  const how = { kind: 'apply', subresource: 'status', fieldManager: manager, force: true } as const;
  await api.patch(ref, { ...identity, status }, how);
}

async function writeEvent(options: HookOptions, { code, sentence }: Ending, manager: string): Promise<void> {
  const { api, plan, clock, job } = options;
  const now = secondTime(clock.now());
  const event = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${job.name}.${job.podUid}.${code}`, namespace: plan.namespace },
    involvedObject: {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      namespace: plan.namespace,
      name: namesOfFleet(plan).statefulSet,
    },
    reason: EXIT_REASONS[code],
    message: sentence.slice(0, 1000),
    type: 'Warning',
    count: 1,
    firstTimestamp: now,
    lastTimestamp: now,
    source: { component: manager },
  };
  await api.create(RESOURCES.event, plan.namespace, event, manager);
}

/** RFC 3339 in whole seconds, as `metav1.Time` has it. */
export function secondTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}
