import type { JsonObject } from '../../documents/json.ts';
import type { KubeObject } from '../../fleet/cluster-api.ts';
import { TYPES } from '../../sim/api/resource-types.ts';
import type { ApplicationOptions } from '../../sim/argocd/application.ts';
import { createApplication, lastOperation, pushRevision } from '../../sim/argocd/control.ts';
import type { SimConfig } from '../../sim/config.ts';
import { textAt, withAt } from '../../sim/json.ts';
import type { Outside, Program } from '../../sim/time/process.ts';
import type { World } from '../../sim/world.ts';
import { NAMESPACE, refOf, type SetOptions, statefulSet } from './objects.ts';
import { newWorld } from './worlds.ts';

export const APPLICATION = { namespace: NAMESPACE, name: 'chat' };
export const ROLLOUT = 'chat-celld-rollout';
export const GATE = 'chat-celld-gate';

export function waved(object: KubeObject, wave: number): KubeObject {
  return withAt(object, ['metadata', 'annotations', 'argocd.argoproj.io/sync-wave'], String(wave));
}

export function hookJob(name: string, hook: 'PreSync' | 'Sync', wave: number): KubeObject {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name,
      namespace: NAMESPACE,
      annotations: {
        'argocd.argoproj.io/hook': hook,
        'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
        'argocd.argoproj.io/sync-wave': String(wave),
      },
    },
    spec: {
      backoffLimit: 0,
      podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [10, 11] } }] },
      template: {
        metadata: { labels: { 'celld-gitops.io/component': 'hook' } },
        spec: {
          restartPolicy: 'Never',
          serviceAccountName: name,
          containers: [{ name: 'hook', image: 'x' }],
        },
      },
    },
  };
}

/** What cmp renders for one fleet, as far as the order of things is concerned (DESIGN D3). */
export function manifests(set: SetOptions, plan: string): readonly KubeObject[] {
  return [
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'chat-celld', namespace: NAMESPACE } },
    hookJob(GATE, 'PreSync', 0),
    waved(statefulSet(set), 1),
    hookJob(ROLLOUT, 'Sync', 1),
    waved(workerApp(plan), 10),
  ];
}

function workerApp(plan: string): KubeObject {
  return {
    apiVersion: 'celld-operator.io/v1alpha1',
    kind: 'WorkerApp',
    metadata: { name: 'chat', namespace: NAMESPACE, annotations: { 'celld-gitops.io/plan-hash': plan } },
    spec: {},
  };
}

export interface AppWorld {
  readonly world: World;
  /** Names of the Jobs' programs in the order in which they started. */
  readonly started: string[];
}

export interface AppOptions {
  readonly programs?: Readonly<Record<string, Program>>;
  readonly application?: Partial<ApplicationOptions>;
  readonly config?: Partial<SimConfig>;
  readonly set?: SetOptions;
}

/** An Application that has just been created; its Jobs run these programs, by name, else succeed at once. */
export function applicationWorld(options: AppOptions = {}): AppWorld {
  const started: string[] = [];
  const program = (job: KubeObject): Program => {
    const name = textAt(job, 'metadata', 'name');
    return (outside) => {
      started.push(name);
      return options.programs?.[name]?.(outside) ?? Promise.resolve(0);
    };
  };
  const world = newWorld({ program, ...options.config });
  const revision = { id: 'r1', manifests: manifests(options.set ?? {}, 'r1') };
  createApplication(world, { ...APPLICATION, revision, options: options.application ?? {} });
  return { world, started };
}

export function push(world: World, id: string, set: SetOptions): void {
  pushRevision(world, APPLICATION, { id, manifests: manifests(set, id) });
}

export function operation(world: World): string {
  const last = lastOperation(world, APPLICATION);
  return last === undefined ? 'none' : `${last.kind} ${last.revision.id} ${last.phase}`;
}

export async function ended(world: World, phase: 'Succeeded' | 'Failed'): Promise<void> {
  await world.run({ milliseconds: 3_600_000, until: () => operation(world).endsWith(phase) });
}

/** The last thing that a Job does: its sentence as FailureTarget, which ends it. facts/proven.md 2. */
export async function refuse(outside: Outside, message: string): Promise<number> {
  const conditions: readonly JsonObject[] = [
    { type: 'FailureTarget', status: 'True', reason: 'Refused', message },
  ];
  const options = { kind: 'strategic', subresource: 'status', fieldManager: 'gate' } as const;
  await outside.api.patch(refOf(TYPES.job, outside.job.name), { status: { conditions } }, options);
  await outside.clock.sleep(3_600_000);
  return 10;
}
