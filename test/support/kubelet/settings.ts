import type { JsonObject } from '../../../documents/json.ts';
import type { CelldBehaviour } from './celld/behaviour.ts';
import type { CelldTimings } from './celld/timings.ts';

/** What becomes of a pod, beyond what its container does. */
export interface PodBehaviour extends Omit<CelldBehaviour, 'start'> {
  /** `no-image`: ImagePullBackOff, the container never starts. `unschedulable`: no node takes the pod. */
  readonly start?: CelldBehaviour['start'] | 'no-image' | 'unschedulable';
}

export interface KubeletSettings {
  /** Of an administrator: a token and the authority's file. */
  readonly kubeconfig: string;
  /** Folder of logs, volumes, buckets; made, and left to the caller. */
  readonly folder: string;
  /** Real seconds that one second of a probe, a grace period or a back-off takes; default 0.1. */
  readonly scale?: number;
  /** Cellds as servers of this process instead of processes, for fleets of many pods; default false. */
  readonly inProcess?: boolean;
  /** Machines; default 3. */
  readonly machines?: number;
  readonly timings?: Partial<CelldTimings>;
  /** Deployment of every bucket that has none of its own; default: none. */
  readonly deployment?: string;
  /** How a pod that is new will behave; default: well. */
  readonly behaviour?: (pod: JsonObject) => PodBehaviour;
  /** Port of loopback where pods find the API server, if not where it is: a proxy that breaks it. */
  readonly apiPort?: () => string | undefined;
  /** Loader of the product's bundle; default: dist/, or one that is built. */
  readonly program?: string;
}
