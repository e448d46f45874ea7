import type { KubeObject } from '../../fleet/cluster-api.ts';
import { defaultDurability } from '../../fleet/celld-versions.ts';
import type { Durability } from '../../fleet/environment-input.ts';
import { type CelldVersion, parseCelldImage } from '../../fleet/version.ts';
import { mapsAt, textAt } from '../json.ts';
import type { Lie, PodBehaviour } from './behaviour.ts';

/** A run of a container that is over. */
export interface EndedRun {
  readonly exitCode: number;
  readonly startedAt: number;
  readonly finishedAt: number;
}

/** One pod's celld, as the world knows it. Never changed in place. */
export interface CelldNode {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly ip: string;
  readonly image: string;
  readonly version: CelldVersion | undefined;
  readonly durability: Durability;
  /** The bucket prefix that it serves. */
  readonly bucket: string;
  readonly behaviour: PodBehaviour;
  /**
   * `waiting`: no container runs. `starting`: it runs and does not accept connections yet. `draining`: after SIGTERM.
   * `silent`: it runs and answers nothing.
   */
  readonly phase: 'waiting' | 'starting' | 'serving' | 'draining' | 'silent' | 'stopped';
  /** How often the container has been started: events of an earlier run are void. */
  readonly run: number;
  /** Milliseconds since the epoch at which this run started. */
  readonly startedAt: number;
  /** Why no container runs. */
  readonly waitingFor: string;
  /** How the run before ended. */
  readonly ended?: EndedRun;
  readonly isReady: boolean;
  readonly cells: number;
  /** Cold routes that are still being restored. */
  readonly restoring: number;
  readonly deployment: string;
  readonly generation: number;
  /** True while an older deployment drains. */
  readonly isSwapping: boolean;
  readonly handedOff: number;
  readonly lie: Lie | undefined;
  /** The machine is lost: nothing that the kubelet should do happens, and nobody gets an answer. */
  readonly isLost: boolean;
}

/** A node as its pod's template has it, before anything runs. */
export function newNode(pod: KubeObject, ip: string, behaviour: PodBehaviour): CelldNode {
  const container = mapsAt(pod, 'spec', 'containers')[0];
  const env = (name: string) =>
    textAt(
      mapsAt(container, 'env').find((variable) => variable['name'] === name),
      'value',
    );
  const image = textAt(container, 'image');
  const { version } = parseCelldImage(image);
  const durability = env('CELLD_DURABILITY');
  return {
    uid: textAt(pod, 'metadata', 'uid'),
    namespace: textAt(pod, 'metadata', 'namespace'),
    name: textAt(pod, 'metadata', 'name'),
    ip,
    image,
    version,
    durability: durability === 'bucket' || durability === 'fleet' ? durability : durabilityOf(version),
    bucket: env('CELLD_BUCKET'),
    behaviour,
    phase: 'waiting',
    run: 0,
    startedAt: 0,
    waitingFor: 'ContainerCreating',
    isReady: false,
    cells: 0,
    restoring: 0,
    deployment: '',
    generation: 0,
    isSwapping: false,
    handedOff: 0,
    lie: undefined,
    isLost: false,
  };
}

function durabilityOf(version: CelldVersion | undefined): Durability {
  return version === undefined ? 'fleet' : defaultDurability(version);
}

/** A process of it exists, whatever it does. */
export function isAlive(node: CelldNode): boolean {
  return !['waiting', 'stopped'].includes(node.phase);
}

/** It answers requests for its cells. */
export function isServing(node: CelldNode): boolean {
  return node.phase === 'serving' && !node.isLost;
}
