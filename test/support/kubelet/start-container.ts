import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../documents/json.ts';
import { textsAt } from '../../../fleet/object-fields.ts';
import { expandVariables } from '../../fleet/expand-variables.ts';
import { bundleLoader } from '../../program/harness/bundle.ts';
import { objectsAt, textAt } from '../../cluster/harness/json-at.ts';
import { type CelldTimings, QUICK_TIMINGS } from './celld/timings.ts';
import type { KubeletConnection } from './connection.ts';
import { containerEnvironment } from './container-environment.ts';
import {
  type ContainerProcess,
  startCelldHere,
  startCelldProcess,
  startProgram,
} from './container-process.ts';
import type { KubeletSettings, PodBehaviour } from './settings.ts';
import { inFolders, layOutVolumes, mountAccount } from './volumes.ts';

export interface Surroundings {
  readonly connection: KubeletConnection;
  readonly settings: KubeletSettings;
  /** Folder of this pod. */
  readonly folder: string;
  readonly world: string;
}

export interface StartedContainer {
  readonly process: ContainerProcess;
  readonly log: string;
  /** The container's last sentence; by the policy, the end of its log. */
  lastSentence(exitCode: number): string;
}

/** True for a container that the fake stands in for: its image's name ends with `celld`. */
export function isCelld(container: JsonObject | undefined): boolean {
  return /(^|\/)celld(:|@|$)/.test(textAt(container, 'image'));
}

/** Makes and starts the pod's first container. Throws `ConfigError` where a Secret or a key is missing. */
export async function startContainer(
  { connection, settings, folder, world }: Surroundings,
  pod: JsonObject,
  { ip, behaviour }: { readonly ip: string; readonly behaviour: PodBehaviour },
): Promise<StartedContainer> {
  const [container = {}] = objectsAt(pod, 'spec', 'containers');
  mkdirSync(folder, { recursive: true });
  const mounts = await layOutVolumes(connection, pod, folder);
  const raw = await containerEnvironment(connection, pod, ip);
  const entries = Object.entries(raw).map(([name, value]) => [name, inFolders(value, mounts)] as const);
  const environment = Object.fromEntries(entries);
  const args = textsAt(container, 'args').map((arg) => inFolders(expandVariables(arg, raw), mounts));
  const log = join(folder, 'log');
  const terminationFile = join(folder, 'termination-log');
  writeFileSync(terminationFile, '');
  const lastSentence = (exitCode: number) => sentenceOf(container, { terminationFile, log, exitCode });
  if (isCelld(container)) {
    const start = {
      image: textAt(container, 'image'),
      environment,
      args,
      ip,
      world,
      pod: textAt(pod, 'metadata', 'name'),
      uid: textAt(pod, 'metadata', 'uid'),
      timings: timingsOf(settings),
      behaviour: celldBehaviour(behaviour),
    };
    const how = settings.inProcess === true ? startCelldHere : startCelldProcess;
    return { process: how(start, log), log, lastSentence };
  }
  const account = await mountAccount(connection, pod, folder);
  const file = settings.program ?? bundleLoader();
  const apiEnvironment = {
    KUBERNETES_SERVICE_HOST: connection.url.hostname,
    KUBERNETES_SERVICE_PORT: settings.apiPort?.() ?? connection.url.port,
    CELLD_GITOPS_ACCOUNT_FOLDER: account ?? join(folder, 'no-account'),
    CELLD_GITOPS_TERMINATION_FILE: terminationFile,
    POD_IP: ip,
  };
  const program = { file, args, environment: { ...apiEnvironment, ...environment }, log };
  return { process: startProgram(program), log, lastSentence };
}

/** A setting of undefined is none. */
function timingsOf({ timings, scale = DEFAULT_SCALE }: KubeletSettings): CelldTimings {
  return { ...QUICK_TIMINGS, second: scale * 1000, ...timings };
}

export const DEFAULT_SCALE = 0.1;

function celldBehaviour({ start, ...rest }: PodBehaviour) {
  if (start === undefined || start === 'no-image' || start === 'unschedulable') return rest;
  return { ...rest, start };
}

const LOG_TAIL = 2048;

interface Ending {
  readonly terminationFile: string;
  readonly log: string;
  readonly exitCode: number;
}

function sentenceOf(container: JsonObject, { terminationFile, log, exitCode }: Ending): string {
  const said = readFileSync(terminationFile, 'utf8');
  const fallsBack = container['terminationMessagePolicy'] === 'FallbackToLogsOnError';
  if (said !== '' || !fallsBack || exitCode === 0) return said;
  return readFileSync(log, 'utf8').slice(-LOG_TAIL);
}
