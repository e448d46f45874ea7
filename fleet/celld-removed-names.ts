import { type CelldVersion, isAtLeast } from './version.ts';

/** From this version on a removed name aborts the start, even when empty. facts/celld.md 3.4. */
export const REMOVED_NAMES_REFUSED_SINCE = '0.5.0';

/** `env_vars.rs REMOVED` of 0.5.1. facts/celld.md 3.4. */
export const REMOVED_NAMES = [
  'CELLD_OTEL_SINK',
  'CELLD_AI_BINDING',
  'CELLD_AI_URL',
  'CELLD_PACED_HANDOFF',
  'CELLD_LOG_GROUP_COMMIT_MS',
  'CELLD_QUEUE_PRODUCER_GROUP_MS',
  'CELLD_LOG_BUNDLE',
  'CELLD_PRESENCE_SHADOW',
  'CELLD_STORAGE_PROBE',
  'CELLD_EVICTIONS',
  'CELLD_LOG_CAPTURE_WORKERS',
  'CELLD_REBALANCE_BATCH_CELLS',
  'CELLD_CLOUD_RESTART_ON_DEPLOY',
  'CELLD_OUTPUT_GATE',
  'CELLD_DRAIN_TOKEN_WAIT_MS',
  'CELLD_SHUTDOWN_DRAIN_MS',
  'CELLD_MAX_LOADED_WORKERS',
  'CELLD_WORKER_LOADER',
  'CELLD_VARS_FILE',
  'CELLD_TEST_OTEL_SWEEP_MS',
] as const;

/** Every name that starts so is removed too. */
export const REMOVED_PREFIX = 'CELLD_VAR_';

/** Names with which this version does not start; `REMOVED_PREFIX` is on top: see `isRefusedEnvironmentName`. */
export function refusedEnvironmentNames(version: CelldVersion): readonly string[] {
  return isAtLeast(version, REMOVED_NAMES_REFUSED_SINCE) ? REMOVED_NAMES : [];
}

/** True for a name with which this version does not start. */
export function isRefusedEnvironmentName(version: CelldVersion, name: string): boolean {
  if (refusedEnvironmentNames(version).includes(name)) return true;
  return isAtLeast(version, REMOVED_NAMES_REFUSED_SINCE) && name.startsWith(REMOVED_PREFIX);
}
