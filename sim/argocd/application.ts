import type { KubeObject } from '../../fleet/cluster-api.ts';

/** How an Application is set up, as far as it changes what happens. */
export interface ApplicationOptions {
  readonly apply: 'client' | 'server';
  /** `Replace=true`. */
  readonly replaces: boolean;
  readonly respectsIgnoreDifferences: boolean;
  readonly isAutomated: boolean;
  readonly selfHeals: boolean;
  readonly prunes: boolean;
  readonly retryLimit: number;
  readonly retryRefreshes: boolean;
  /** The health script of DESIGN D3: a labelled StatefulSet is Healthy once observed. */
  readonly hasHealthOverride: boolean;
  /** The ignore rule of DESIGN D3: the partition of a labelled StatefulSet is no drift. */
  readonly ignoresPartition: boolean;
}

/** As the samples set it up. */
export const APPLICATION_OPTIONS: ApplicationOptions = {
  apply: 'server',
  replaces: false,
  respectsIgnoreDifferences: false,
  isAutomated: true,
  selfHeals: true,
  prunes: true,
  retryLimit: 5,
  retryRefreshes: true,
  hasHealthOverride: true,
  ignoresPartition: true,
};

/** What git holds at one commit: everything that the plugin renders, hooks among it. */
export interface Revision {
  readonly id: string;
  readonly manifests: readonly KubeObject[];
}

export interface Task {
  readonly object: KubeObject;
  readonly phase: 'PreSync' | 'Sync' | 'PostSync';
  readonly wave: number;
  readonly isHook: boolean;
  /** `clearing`: the hook of an earlier run is being deleted. */
  readonly state: 'pending' | 'clearing' | 'running' | 'done' | 'failed';
  readonly message: string;
}

export interface Operation {
  readonly revision: Revision;
  /** `partial`: self-heal or chosen objects, without hooks. facts/argocd.md 0.2. */
  readonly kind: 'full' | 'partial';
  readonly attempt: number;
  readonly tasks: readonly Task[];
  readonly phase: 'Running' | 'Succeeded' | 'Failed';
  readonly message: string;
  /** No next wave before this moment. */
  readonly notBefore: number;
}

/** One Application. Never changed in place. */
export interface ApplicationState {
  readonly namespace: string;
  readonly name: string;
  readonly options: ApplicationOptions;
  readonly head: Revision;
  readonly operation?: Operation;
  /** Ended operations, oldest first; the last ones only. */
  readonly history: readonly Operation[];
  readonly selfHeals: number;
}
