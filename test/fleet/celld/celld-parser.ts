import { compareVersions, type CelldVersion, versionOf, type VersionText } from '../../../fleet/version.ts';

/**
 * celld's own reading of its environment and arguments, as far as we set them: `env_vars.rs`, `main/cli.rs`,
 * `startup.rs`, `telemetry.rs`, `bucket.rs` and `main.rs` of 0.2.0 to 0.3.0 read line by line, later versions from
 * facts/celld.md 3. Nothing of `fleet/` but the comparison of versions is used here.
 */
export function celldStartErrors(
  version: CelldVersion,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): readonly string[] {
  const from = (text: VersionText) => compareVersions(version, versionOf(text)) >= 0;
  return [
    ...(from('0.5.0') ? removedErrors(env) : []),
    ...numberErrors(env),
    ...flagErrors(env, from),
    ...durabilityErrors(env, from),
    ...shutdownErrors(env, from),
    ...telemetryErrors(env, from),
    ...addressErrors(env, args),
    ...bucketErrors(env, args, from),
  ];
}

type From = (text: VersionText) => boolean;
type Env = Readonly<Record<string, string>>;

const REMOVED =
  'OTEL_SINK AI_BINDING AI_URL PACED_HANDOFF LOG_GROUP_COMMIT_MS QUEUE_PRODUCER_GROUP_MS LOG_BUNDLE PRESENCE_SHADOW STORAGE_PROBE EVICTIONS LOG_CAPTURE_WORKERS REBALANCE_BATCH_CELLS CLOUD_RESTART_ON_DEPLOY OUTPUT_GATE DRAIN_TOKEN_WAIT_MS SHUTDOWN_DRAIN_MS MAX_LOADED_WORKERS WORKER_LOADER VARS_FILE TEST_OTEL_SWEEP_MS';

function removedErrors(env: Env): readonly string[] {
  const removed = REMOVED.split(' ').map((name) => `CELLD_${name}`);
  return Object.keys(env)
    .filter((name) => removed.includes(name) || name.startsWith('CELLD_VAR_'))
    .map((name) => `${name} was removed`);
}

/** `u64::from_str`: digits with an optional plus sign, no more than 64 bits. */
function parseU64(text: string): bigint | undefined {
  if (!/^\+?[0-9]+$/.test(text)) return undefined;
  const value = BigInt(text.replace('+', ''));
  return value < 2n ** 64n ? value : undefined;
}

const POSITIVE = ['CELLD_SHUTDOWN_DRAIN_MS', 'CELLD_SHUTDOWN_TOTAL_MS', 'CELLD_TTL_MS', 'CELLD_IDLE_EVICT_S'];
const OPTIONAL = ['CELLD_MAX_RESIDENT_CELLS', 'CELLD_MAX_RSS_MB'];

function numberErrors(env: Env): readonly string[] {
  return [...POSITIVE, ...OPTIONAL].flatMap((name) => {
    const text = env[name];
    if (text === undefined) return [];
    const value = parseU64(text);
    if (value === undefined) return [`${name} has invalid value`];
    return value === 0n && POSITIVE.includes(name) ? [`${name} must be greater than zero`] : [];
  });
}

function flagErrors(env: Env, from: From): readonly string[] {
  const flags = ['CELLD_CLOUD', 'CELLD_UNSAFE_PUBLIC_ADVERTISE', 'CELLD_LTX_COMPACTION'];
  if (from('0.2.1')) flags.push('CELLD_TRUST_FORWARDED_HEADERS');
  if (!from('0.5.0')) flags.push('CELLD_OTEL');
  return flags
    .filter((name) => env[name] !== undefined && env[name] !== '0' && env[name] !== '1')
    .map((name) => `${name} must be 0 or 1`);
}

function durabilityErrors(env: Env, from: From): readonly string[] {
  const value = env['CELLD_DURABILITY'];
  if (!from('0.3.0') || value === undefined || value === 'bucket' || value === 'fleet') return [];
  return ['CELLD_DURABILITY must be bucket or fleet'];
}

/** 0.4.1 refuses a token wait above three quarters of the total; its default is 30 s of 40 s. */
function shutdownErrors(env: Env, from: From): readonly string[] {
  if (!from('0.4.1') || from('0.5.0')) return [];
  const total = Number(env['CELLD_SHUTDOWN_TOTAL_MS'] ?? 40_000);
  const wait = Number(env['CELLD_DRAIN_TOKEN_WAIT_MS'] ?? 30_000);
  return wait * 4 > total * 3
    ? ['CELLD_DRAIN_TOKEN_WAIT_MS must be at most 3/4 of CELLD_SHUTDOWN_TOTAL_MS']
    : [];
}

function telemetryErrors(env: Env, from: From): readonly string[] {
  const otel = env['CELLD_OTEL'];
  const sink = env['CELLD_OTEL_SINK'];
  const retention = env['CELLD_OTEL_RETENTION'];
  const isSwitch = otel === undefined || otel === '0' || otel === '1';
  return [
    ...(from('0.5.0') && !isSwitch && !/^https?:\/\/[^/\s]/.test(otel)
      ? ['CELLD_OTEL must be 0, 1 or a URL']
      : []),
    ...(sink !== undefined && sink !== 'bucket' && sink !== 'otlp' ? ['unknown CELLD_OTEL_SINK'] : []),
    ...(retention !== undefined && !isRetention(retention)
      ? ['CELLD_OTEL_RETENTION must be <n>d or none']
      : []),
  ];
}

function isRetention(text: string): boolean {
  const days = /^\+?([0-9]+)d$/.exec(text)?.[1];
  return text === 'none' || (days !== undefined && Number(days) > 0 && Number(days) < 2 ** 32);
}

/** A blank value counts as unset; an argument beats the environment. */
function setting(
  env: Env,
  args: readonly string[],
  names: { env: string; flag: string },
): string | undefined {
  const at = args.indexOf(names.flag);
  const value = at >= 0 ? args[at + 1] : env[names.env];
  return value === undefined || value.trim() === '' ? undefined : value;
}

const SOCKET_ADDRESS = /^(?:(?:[0-9]{1,3}\.){3}[0-9]{1,3}|\[[0-9a-f:]+\]):[0-9]{1,5}$/;
const LOOPBACK = /^(127\.|\[::1\])/;
const UNSPECIFIED = /^(0\.0\.0\.0|\[::\]):/;

function addressErrors(env: Env, args: readonly string[]): readonly string[] {
  const listen = setting(env, args, { env: 'CELLD_ADDR', flag: '--listen' });
  const internal = setting(env, args, { env: 'CELLD_INTERNAL_ADDR', flag: '--internal-listen' });
  const advertise = setting(env, args, { env: 'CELLD_ADVERTISE', flag: '--advertise' });
  const unknown = args.filter((arg, at) => at % 2 === 0 && !['--bucket', '--listen'].includes(arg));
  return [
    ...unknown.map((arg) => `unknown option ${arg}`),
    ...[listen, internal]
      .filter((at) => at !== undefined && !SOCKET_ADDRESS.test(at))
      .map(() => 'not an IP:PORT'),
    ...(listen !== undefined && !LOOPBACK.test(listen) && internal === undefined
      ? ['no internal listener']
      : []),
    ...(internal !== undefined && UNSPECIFIED.test(internal) && advertise === undefined
      ? ['no advertise']
      : []),
    ...(advertise === undefined ? [] : advertiseErrors(advertise)),
  ];
}

function advertiseErrors(advertise: string): readonly string[] {
  const colon = advertise.lastIndexOf(':');
  const [host, port] = [advertise.slice(0, colon), Number(advertise.slice(colon + 1))];
  const isLabel = (label: string) => /^(?!-)[A-Za-z0-9-]{1,63}$/.test(label) && !label.endsWith('-');
  const isName = host.length <= 253 && host.split('.').every(isLabel);
  return [
    ...(Number.isInteger(port) && port > 0 && port < 65_536 ? [] : ['bad advertise port']),
    ...(isName ? [] : ['bad advertise host']),
  ];
}

function bucketErrors(env: Env, args: readonly string[], from: From): readonly string[] {
  const bucket = setting(env, args, { env: 'CELLD_BUCKET', flag: '--bucket' }) ?? '';
  const [, scheme = 's3', rest = ''] = /^(?:(s3|gs|az):\/\/)?(.*)$/s.exec(bucket) ?? [];
  const prefix = rest.slice(/^[^/]*/.exec(rest)?.[0].length);
  return [
    ...(scheme === 'az' && !from('0.3.0') ? ['az:// is not known'] : []),
    ...(/[^A-Za-z0-9._/-]/.test(prefix) ? ['bad bucket prefix'] : []),
    ...(scheme !== 's3' && env['S3_ENDPOINT'] !== undefined ? ['S3_ENDPOINT with another store'] : []),
    ...(scheme === 'az' ? azureErrors(env) : []),
  ];
}

/** One family only, and the account; the webhook that brings a workload identity is not part of what we render. */
function azureErrors(env: Env): readonly string[] {
  const others = Object.keys(env).filter(
    (name) =>
      name.startsWith('AZURE_') &&
      !['AZURE_STORAGE_ACCOUNT_NAME', 'AZURE_STORAGE_ACCOUNT_KEY'].includes(name),
  );
  const account = env['AZURE_STORAGE_ACCOUNT_NAME'] === undefined ? ['no storage account'] : [];
  return [...account, ...others.map((name) => `${name} is another family`)];
}
