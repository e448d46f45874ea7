import { ApiError } from '../fleet/cluster-api.ts';
import { type Known, known } from '../fleet/rollout/snapshot.ts';

/** The Job's identity has been taken away: its Role or its Job is gone, and another one is in charge. DESIGN D3. */
export class SupersededError extends Error {
  constructor(cause: ApiError) {
    super('the API server does not know this Job any more', { cause });
    this.name = 'SupersededError';
  }
}

/** The API server says no to what the Job's Role should allow: at first that may only be too early. */
export class ForbiddenError extends Error {
  constructor(what: string, cause: ApiError) {
    super(`this Job may not ${what}`, { cause });
    this.name = 'ForbiddenError';
  }
}

/** Throws on; 401 and 403 by their own names. */
export function rethrow(error: unknown, what: string): never {
  if (error instanceof ApiError && error.status === 401) throw new SupersededError(error);
  if (error instanceof ApiError && error.status === 403) throw new ForbiddenError(what, error);
  throw error;
}

/** What a read gave; a failure is a value with its reason, 404 is `absent`. */
export async function readKnown<T>(what: string, read: () => Promise<T>, absent: T): Promise<Known<T>> {
  try {
    return known(await read());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return known(absent);
    if (error.status === 401 || error.status === 403) return rethrow(error, what);
    return { known: false, reason: `the API server, which could not ${what} (${describe(error)})` };
  }
}

/** Reasons are the API server's own words of a closed set; its messages may quote anybody's text and are not shown. */
export function describe({ status, reason }: ApiError): string {
  return status === 0 ? 'no answer' : `${status} ${reason}`;
}
