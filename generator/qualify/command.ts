import type { Clock } from '../../fleet/clock.ts';
import { openStore, PUBLIC_ENDPOINTS, type StoreEndpoints } from '../store/open-store.ts';
import { hasStoreKeys, type KeyValues } from '../store/store-keys.ts';
import { QUALIFY_USAGE, type QualifyArguments, readQualifyArguments } from './options.ts';
import type { Qualification } from './properties.ts';
import { qualify } from './qualify.ts';
import { jsonReport, textReport } from './report.ts';

export interface QualifySurroundings {
  readonly environment: KeyValues;
  /** Aborted by SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, 'sleep'>;
  /** Names this run's folder, so that two runs never meet. */
  readonly runId: string;
  readonly writeOutput: (text: string) => void;
  readonly writeError: (text: string) => void;
}

export const QUALIFY_EXIT = {
  qualified: 0,
  violates: 1,
  'could-not-tell': 2,
  usage: 64,
} as const satisfies Record<Qualification | 'usage', number>;

/** `celld-gitops qualify`: answers the exit code. */
export async function qualifyCommand(
  args: readonly string[],
  surroundings: QualifySurroundings,
): Promise<number> {
  const { writeOutput, writeError, environment } = surroundings;
  if (args.includes('--help')) {
    writeOutput(QUALIFY_USAGE);
    return 0;
  }
  const asked = readQualifyArguments(args);
  if (typeof asked === 'string') {
    writeError(`celld-gitops qualify: ${asked}\n\n${QUALIFY_USAGE}`);
    return QUALIFY_EXIT.usage;
  }
  const { bucket, region } = asked;
  const keys = hasStoreKeys(bucket.scheme, environment) ? environment : undefined;
  const store = await openStore({ bucket, region, keys, endpoints: endpointsOf(asked), environment });
  if ('kind' in store) {
    writeError(`celld-gitops qualify: ${store.sentence}\n`);
    return QUALIFY_EXIT['could-not-tell'];
  }
  const prefix = `${[bucket.prefix, asked.folder, surroundings.runId].filter((part) => part !== '').join('/')}/`;
  const report = await qualify({ ...surroundings, ...asked, store, prefix });
  writeOutput(asked.format === 'json' ? jsonReport(asked, report) : textReport(asked, report));
  return QUALIFY_EXIT[report.qualification];
}

function endpointsOf({ endpoint }: QualifyArguments): StoreEndpoints {
  return endpoint === undefined ? PUBLIC_ENDPOINTS : { gcs: endpoint, azure: endpoint };
}
