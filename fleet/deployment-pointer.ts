import { isJsonObject, type JsonValue } from '../documents/json.ts';
import { VERSION_VALUE } from './parameter-values.ts';

/** What `deploy/current.json` says: which deployment a fleet serves. facts/celld.md 4.2. */
export interface DeploymentPointer {
  readonly version: string;
  /** Where the deployment lies below the bucket's prefix: `deploy/SCRIPT/VERSION`. */
  readonly prefix: string;
  readonly script: string;
}

export type PointerReading =
  | { readonly ok: true; readonly pointer: DeploymentPointer }
  /** `problem` quotes nothing of the text. */
  | { readonly ok: false; readonly problem: string };

/** The pointer's key below the bucket's prefix. */
export const POINTER_KEY = 'deploy/current.json';

/** A pointer is some 150 bytes; more than this is none. Bug row E10. */
export const MAX_POINTER_BYTES = 64 * 1024;

const PREFIX = /^deploy\/([^/]+)\/([^/]+)$/;

/** A pointer by celld's own rules: what it refuses to load is no version to follow. */
export function readDeploymentPointer(text: string): PointerReading {
  const value = parse(text);
  if (!isJsonObject(value)) return refused('it must be a JSON object');
  const { version, prefix, rollout, script_name: script } = value;
  if (typeof version !== 'string' || !VERSION_VALUE.test(version))
    return refused('version must be a text of letters, digits and . _ + -');
  if (typeof prefix !== 'string') return refused('prefix must be a text');
  const [, folder = '', last] = PREFIX.exec(prefix) ?? [];
  if (last !== version || isDots(folder))
    return refused('prefix must be deploy/, a script name and the version');
  // Older pointers have no name; one that has another than its prefix points at two deployments.
  if (script !== undefined && script !== null && script !== folder)
    return refused('script_name must be the one of the prefix');
  if (!isPercent(rollout)) return refused('rollout.percent must be a whole number from 0 to 255');
  return { ok: true, pointer: { version, prefix, script: folder } };
}

function refused(problem: string): PointerReading {
  return { ok: false, problem };
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined; // the parser's message quotes the text
  }
}

function isDots(segment: string): boolean {
  return segment === '.' || segment === '..';
}

/** A byte to celld, which writes 100 and acts on no other value. */
function isPercent(rollout: JsonValue | undefined): boolean {
  const percent = isJsonObject(rollout) ? rollout['percent'] : undefined;
  return typeof percent === 'number' && Number.isInteger(percent) && percent >= 0 && percent <= 255;
}
