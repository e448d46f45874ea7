import { memoryCeilingMb, SHUTDOWN_DRAIN_MS, SHUTDOWN_TOTAL_MS } from './bounds.ts';
import { CREDENTIAL_ROWS } from './environment-credentials.ts';
import type { EnvironmentRow } from './environment-row.ts';
import { TELEMETRY_ROWS } from './environment-telemetry.ts';
import { escapeExpansion } from './escape-expansion.ts';
import { PORTS } from './labels.ts';
import { advertiseAddress, listenAddress } from './listen.ts';
import { PATHS, VARS_KEY } from './paths.ts';
import { plainInteger } from './plain-integer.ts';

const OLDEST = '0.2.0';
const A3 = 'facts/operators.md A3';

const NODE_ROWS: readonly EnvironmentRow[] = [
  {
    name: 'POD_NAME',
    since: OLDEST,
    read: () => ({ fieldPath: 'metadata.name' }),
    shows: 'the pod’s name; first, because CELLD_ADVERTISE refers to it',
    source: A3,
  },
  { name: 'HOME', since: '0.4.0', read: () => PATHS.tmp, shows: PATHS.tmp, source: A3 },
  {
    name: 'CELLD_BUCKET',
    since: OLDEST,
    read: ({ spec }) => escapeExpansion(spec.bucket.name),
    shows: 'spec.bucket.name',
    source: 'facts/celld.md 3.3',
  },
  {
    name: 'CELLD_INTERNAL_ADDR',
    since: OLDEST,
    read: ({ ipFamily }) => listenAddress(PORTS.internal.port, ipFamily),
    shows: '0.0.0.0:8081, or [::]:8081 for IPv6',
    source: 'facts/celld.md 3.3, bug row F6',
  },
  {
    name: 'CELLD_ADVERTISE',
    since: OLDEST,
    read: advertiseAddress,
    shows: 'the pod’s name behind the headless Service, port 8081',
    source: 'facts/celld.md 3.3, bug row G8',
  },
  { name: 'CELLD_WATCH', since: OLDEST, read: () => PATHS.watch, shows: PATHS.watch, source: A3 },
  {
    name: 'CELLD_SHUTDOWN_DRAIN_MS',
    since: OLDEST,
    before: '0.5.0',
    read: () => plainInteger(SHUTDOWN_DRAIN_MS),
    shows: String(SHUTDOWN_DRAIN_MS),
    source: 'facts/celld.md 3.3 and 3.4',
  },
  {
    name: 'CELLD_SHUTDOWN_TOTAL_MS',
    since: '0.4.0',
    read: () => plainInteger(SHUTDOWN_TOTAL_MS),
    shows: String(SHUTDOWN_TOTAL_MS),
    source: 'facts/celld.md 3.3 and 6',
  },
  {
    name: 'CELLD_MAX_RESIDENT_CELLS',
    since: OLDEST,
    read: ({ spec }) => plainInteger(spec.resources.maxResidentCells),
    shows: 'spec.resources.maxResidentCells',
    source: A3,
  },
  {
    name: 'CELLD_MAX_RSS_MB',
    since: OLDEST,
    read: ({ spec }) => plainInteger(memoryCeilingMb(spec.resources.memoryGi)),
    shows: '80 % of spec.resources.memoryGi',
    source: A3,
  },
];

const STORE_ROWS: readonly EnvironmentRow[] = [
  {
    name: 'S3_ENDPOINT',
    since: OLDEST,
    read: ({ spec }) => onlyFor('s3', spec.bucket.name, spec.bucket.endpoint),
    shows: 'spec.bucket.endpoint, for s3:// only: celld refuses it for the other stores',
    source: 'facts/celld.md 3.3',
  },
  {
    name: 'AWS_REGION',
    since: OLDEST,
    read: ({ spec }) => onlyFor('s3', spec.bucket.name, spec.bucket.region),
    shows: 'spec.bucket.region, for s3:// only',
    source: 'facts/celld.md 3.3',
  },
  {
    name: 'AZURE_STORAGE_ACCOUNT_NAME',
    since: '0.3.0',
    read: ({ spec }) => onlyFor('az', spec.bucket.name, spec.bucket.storageAccount),
    shows: 'spec.bucket.storageAccount, for az:// only',
    source: 'facts/celld.md 4.5',
  },
];

const BEHAVIOUR_ROWS: readonly EnvironmentRow[] = [
  {
    name: 'CELLD_DURABILITY',
    // From 0.3 on always, other than the operator, which left it out for 0.3 unless set: celld's own default is
    // `fleet` from 0.3 on, ours is `bucket`.
    since: '0.3.0',
    read: ({ spec }) => spec.durability,
    shows: 'spec.durability, always: celld’s own default is fleet, ours bucket',
    source: 'facts/celld.md 3.3',
  },
  {
    name: 'CELLD_TRUST_FORWARDED_HEADERS',
    since: '0.2.1',
    read: ({ spec }) => (spec.trustForwardedHeaders === true ? '1' : undefined),
    shows: '1 where spec.trustForwardedHeaders is true',
    source: 'facts/celld.md 3.3',
  },
];

const VARS_ROWS: readonly EnvironmentRow[] = [
  {
    name: 'CELLD_VARS_FILE',
    since: OLDEST,
    before: '0.5.0',
    read: ({ spec }) => (spec.vars === undefined ? undefined : `${PATHS.vars}/${VARS_KEY}`),
    shows: `${PATHS.vars}/${VARS_KEY} where spec.vars is set`,
    source: 'facts/celld.md 3.3 and 3.4',
  },
];

/** Every variable that we set, in the order of the container's environment. */
export const ENVIRONMENT_ROWS: readonly EnvironmentRow[] = [
  ...NODE_ROWS,
  ...STORE_ROWS,
  ...CREDENTIAL_ROWS,
  ...BEHAVIOUR_ROWS,
  ...TELEMETRY_ROWS,
  ...VARS_ROWS,
];

function onlyFor(scheme: 's3' | 'az', bucket: string, value: string | undefined): string | undefined {
  return value !== undefined && bucket.startsWith(`${scheme}://`) ? escapeExpansion(value) : undefined;
}
