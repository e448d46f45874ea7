import { EXIT } from '../fleet/rollout/decision.ts';
import { ForbiddenError } from './attempt.ts';
import type { HookOptions } from './options.ts';
import { pause } from './pause.ts';
import type { Ending } from './report.ts';

/** Milliseconds between two looks at a fleet that is waited for. */
export const POLL_MS = 1000;
/** How long a 403 may only mean that the Role is not there yet (DESIGN D3). */
const FORBIDDEN_MS = 30_000;

/** What a Job keeps of the 403 that it bears; its clock is monotonic. */
export interface ForbiddenRun {
  readonly options: HookOptions;
  forbiddenSince: number | undefined;
}

/** One turn of a Job; a 403 is waited out for a while, and then ends it. `cannot` begins the sentence that says so. */
export async function bearForbidden(
  run: ForbiddenRun,
  cannot: string,
  turn: () => Promise<Ending | undefined>,
): Promise<Ending | undefined> {
  try {
    const ending = await turn();
    run.forbiddenSince = undefined;
    return ending;
  } catch (error) {
    if (!(error instanceof ForbiddenError)) throw error;
    const now = run.options.clock.monotonic();
    run.forbiddenSince ??= now;
    if (now - run.forbiddenSince >= FORBIDDEN_MS)
      return {
        code: EXIT.couldNotTell,
        sentence: `${cannot} fleet "${run.options.plan.app}": ${error.message}`,
      };
    await pause(run.options, POLL_MS);
    return undefined;
  }
}
