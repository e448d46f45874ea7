import { EXIT, type ExitCode } from './rollout/decision.ts';

export interface ExitMeaning {
  readonly meaning: string;
  /** What becomes of the Job. */
  readonly then: string;
}

const FAILS = 'the Job has failed for good; the commit that mends it starts the next one';

/** Exit codes of the Jobs' programs (DESIGN D4). */
export const EXIT_MEANINGS: Readonly<Record<ExitCode, ExitMeaning>> = {
  [EXIT.done]: {
    meaning: 'done; also paused by `spec.paused`, or superseded by a newer deployment in the bucket',
    then: 'the Job is complete',
  },
  [EXIT.couldNotTell]: {
    meaning: 'could not tell: the API server did not answer, the program was told to stop, or it has a fault',
    then: 'tried again within `backoffLimit`, unless the program itself has ended the Job with its sentence',
  },
  [EXIT.refused]: { meaning: 'refused; the sentence names what to set, and what that costs', then: FAILS },
  [EXIT.never]: { meaning: 'never allowed', then: FAILS },
  [EXIT.deadline]: { meaning: 'no progress, or not done, within the deadline', then: FAILS },
  [EXIT.superseded]: { meaning: 'superseded by a newer plan, or another Job holds the Lease', then: FAILS },
  [EXIT.usage]: { meaning: 'the command line, the plan or the surroundings are wrong', then: FAILS },
};
