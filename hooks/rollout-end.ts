import { ApiError } from '../fleet/cluster-api.ts';
import { CLOSED_PARTITION } from '../fleet/bounds.ts';
import { namesOfFleet } from '../fleet/names.ts';
import { RESOURCES } from '../fleet/resources.ts';
import { templateDifferences } from '../fleet/rollout/compare-template.ts';
import { EXIT, type ExitCode } from '../fleet/rollout/decision.ts';
import { parseLease } from '../fleet/rollout/lease.ts';
import type { RolloutMemory } from '../fleet/rollout/memory.ts';
import type { RolloutSnapshot } from '../fleet/rollout/snapshot.ts';
import { leaseHolder, patchLease } from './act-rollout.ts';
import { gatherFleet, refTo } from './gather-fleet.ts';
import { say } from './narrate.ts';
import { MANAGERS, type RolloutOptions } from './options.ts';
import { writeStatus } from './report.ts';

/** Gives the Lease back, if it is this Job's, so that the next one need not wait for it to expire. */
export async function releaseLease(options: RolloutOptions): Promise<void> {
  const { api, plan } = options;
  try {
    const lease = parseLease(await api.get(refTo(plan, RESOURCES.lease, namesOfFleet(plan).lease)));
    if (lease.holder === leaseHolder(options))
      await patchLease(options, { spec: { holderIdentity: '' } }, lease.resourceVersion);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** SIGTERM: nothing is written unless the live template and the Lease are this Job's. DESIGN 5, Y31. */
export async function stopEarly(options: RolloutOptions): Promise<ExitCode> {
  const { api, plan } = options;
  const sentence = `Ended early: told to stop while fleet "${plan.app}" was on its way`;
  say(options, sentence, 'warn');
  options.setTerminationMessage(sentence);
  try {
    const { set, lease } = await gatherFleet(api, plan);
    const isHeld = lease.known && lease.value?.holder === leaseHolder(options);
    const isPlanned =
      set.known && set.value !== undefined && templateDifferences(plan, set.value.template).length === 0;
    if (isHeld && isPlanned) {
      await writeStatus(options, { rollout: { waitingOn: sentence } }, MANAGERS.rollout).catch(ignoreAnswer);
      await releaseLease(options);
    }
  } catch {
    // Nothing can be done about it any more: the next Job outwaits the Lease.
  }
  return EXIT.couldNotTell;
}

function ignoreAnswer(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}

/** Milliseconds between two writes of the WorkerApp's status. */
const STATUS_MS = 5000;

export interface StatusView {
  readonly memory: RolloutMemory;
  readonly what: string;
  readonly toldAt: number;
  readonly snapshot: RolloutSnapshot;
}

/** Where the rollout is, in the WorkerApp's status. Returns when it was last written. */
export async function tellStatus(options: RolloutOptions, view: StatusView): Promise<number> {
  const { memory, what, toldAt, snapshot } = view;
  const now = options.clock.monotonic();
  if (memory.leaseRenewedAt === undefined || now - toldAt < STATUS_MS) return toldAt;
  const partition = (snapshot.set.known ? snapshot.set.value?.partition : undefined) ?? CLOSED_PARTITION;
  await writeStatus(options, { rollout: { partition, waitingOn: what } }, MANAGERS.rollout).catch(
    ignoreAnswer,
  );
  return now;
}
