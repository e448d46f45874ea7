import { existsSync } from 'node:fs';
import { defaultDurability, NEWEST_VERSION } from '../../../../fleet/celld-versions.ts';
import { type CelldVersion, isAtLeast, parseCelldImage, versionOf } from '../../../../fleet/version.ts';
import { celldStartErrors } from '../../../fleet/celld/celld-parser.ts';
import type { CelldStart } from './celld-node.ts';

/** What a node makes of its image, environment and command line. facts/celld.md 3. */
export interface CelldSettings {
  /** The image's tag; an image without a version counts as the newest. */
  readonly version: CelldVersion;
  readonly bucket: string;
  readonly scheme: string;
  readonly durability: string;
  readonly publicPort: number;
  /** To 0.1 the public one. */
  readonly internalPort: number;
  /** Milliseconds from SIGTERM to the end, scaled: the whole stop from 0.4 on, only the drain before. */
  readonly stopBound: number;
  /** Why it does not start. */
  readonly errors: readonly string[];
}

export function readSettings(start: CelldStart): CelldSettings {
  const { image, environment, args, timings } = start;
  const version = parseCelldImage(image).version ?? versionOf(NEWEST_VERSION);
  const bucket = setting(start, '--bucket', 'CELLD_BUCKET') ?? 'memory';
  const publicPort = portOf(setting(start, '--listen', 'CELLD_ADDR')) ?? 8080;
  const internalPort = portOf(setting(start, '--internal-listen', 'CELLD_INTERNAL_ADDR')) ?? 8081;
  const isTotal = isAtLeast(version, '0.4.0');
  const bound = environment[isTotal ? 'CELLD_SHUTDOWN_TOTAL_MS' : 'CELLD_SHUTDOWN_DRAIN_MS'];
  return {
    version,
    bucket,
    scheme: /^(gs|az):/.exec(bucket)?.[1] ?? 's3',
    durability: environment['CELLD_DURABILITY'] ?? defaultDurability(version),
    publicPort,
    internalPort: isAtLeast(version, '0.2.0') ? internalPort : publicPort,
    stopBound: (Number(bound ?? (isTotal ? 40_000 : 25_000)) / 1000) * timings.second,
    errors: [...celldStartErrors(version, environment, args), ...unreadableVars(environment)],
  };
}

/** facts/celld.md 3.3: an unreadable file is a startup failure, to 0.4; after that the name alone is. */
function unreadableVars(environment: CelldStart['environment']): readonly string[] {
  const file = environment['CELLD_VARS_FILE'];
  return file === undefined || existsSync(file) ? [] : ['CELLD_VARS_FILE cannot be read'];
}

function setting({ args, environment }: CelldStart, flag: string, name: string): string | undefined {
  const at = args.indexOf(flag);
  const value = at >= 0 ? args[at + 1] : environment[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}

function portOf(address: string | undefined): number | undefined {
  const port = Number(address?.slice(address.lastIndexOf(':') + 1));
  return Number.isInteger(port) && port > 0 ? port : undefined;
}
