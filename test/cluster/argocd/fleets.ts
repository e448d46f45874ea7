import { stringify } from 'yaml';
import type { JsonObject } from '../../../documents/json.ts';
import { numberAt } from '../../../fleet/object-fields.ts';
import type { ApplicationView, SyncToRun } from '../harness/applications.ts';
import { objectsAt, textAt, valueAt } from '../harness/json-at.ts';
import { WORKERAPP_HEAD } from '../harness/workerapps.ts';
import { DEPLOYMENT, type Lab } from './lab.ts';

/** One Application with its own namespace and folder, all of one name. */
export interface FleetApplication {
  readonly name: string;
  readonly syncPolicy?: JsonObject;
}

export interface FleetSpec {
  readonly version: string;
  readonly replicas?: number;
  readonly spec?: JsonObject;
  /** Permits a change that stops every pod. */
  readonly recreate?: boolean;
  /** Default `chat`. */
  readonly app?: string;
}

/** As in the samples; a retry comes after a second. */
export const RETRY = { limit: 5, refresh: true, backoff: { duration: '1s', factor: 1 } } as const;
export const AUTOMATED = { automated: { prune: true }, retry: RETRY } as const satisfies JsonObject;

/** A WorkerApp as a team commits it. */
export function workerApp(
  namespace: string,
  { app = 'chat', version, replicas = 2, spec, recreate = false }: FleetSpec,
): string {
  return stringify({
    ...WORKERAPP_HEAD,
    metadata: { name: app },
    spec: {
      appVersion: DEPLOYMENT,
      bucket: { name: `s3://example-cells/${namespace}-${app}` },
      replicas,
      ...spec,
      celld: { image: `ghcr.io/denoland/celld:v${version}`, ...(recreate && { updateStrategy: 'Recreate' }) },
    },
  });
}

/** Commits fleets into the folder of an Application; returns the revision. */
export async function commitFleets(lab: Lab, name: string, fleets: readonly FleetSpec[]): Promise<string> {
  const files = fleets.map((fleet) => {
    const file = `fleets/${name}/${fleet.app ?? 'chat'}.yaml`;
    return [file, workerApp(name, fleet)] as const;
  });
  return await (await lab.repository(name)).commit(Object.fromEntries(files));
}

/** Namespace and Application; a policy that is not automated needs a sync. */
export async function createApplication(lab: Lab, { name, syncPolicy = AUTOMATED }: FleetApplication) {
  await lab.plane.kubectl(['create', 'namespace', name]);
  const { url } = await lab.repository(name);
  await lab.applications.create({ name, namespace: name, repoUrl: url, path: `fleets/${name}`, syncPolicy });
}

export const isDone = ({ phase, pending }: ApplicationView): boolean =>
  !pending && ['Succeeded', 'Failed', 'Error'].includes(phase);

/** Looks at git and waits until this revision was synced. */
export async function syncedAt(lab: Lab, name: string, revision: string): Promise<ApplicationView> {
  await lab.applications.refresh(name);
  return await lab.applications.waitFor(
    name,
    `synced at ${revision}`,
    (seen) =>
      isDone(seen) &&
      seen.phase === 'Succeeded' &&
      seen.operationRevision === revision &&
      seen.revision === revision,
  );
}

/** A sync by hand, to its end. Without the refresh it would take the revision that Argo CD knows, up to minutes old. */
export async function syncByHand(lab: Lab, name: string, wanted: SyncToRun = {}): Promise<ApplicationView> {
  await lab.applications.refresh(name);
  const isIdle = (seen: ApplicationView) => !seen.pending && !seen.refreshing && seen.sync !== '';
  const before = (await lab.applications.waitFor(name, 'no operation', isIdle)).startedAt;
  await lab.applications.sync(name, wanted);
  return await lab.applications.waitFor(
    name,
    'the operation has ended',
    (seen) => isDone(seen) && seen.startedAt !== before,
  );
}

/** A fleet as it is. */
export interface FleetState {
  readonly replicas: number;
  readonly partition: number;
  readonly generation: number;
  /** `ordinal version ready` of every pod, by ordinal. */
  readonly pods: readonly string[];
  /** Revisions of the pods that there are. */
  readonly revisions: ReadonlySet<string>;
}

export async function fleetState(lab: Lab, namespace: string, app = 'chat'): Promise<FleetState> {
  const send = async (path: string) => (await lab.plane.api.send({ method: 'GET', path })).body;
  const set = await send(`/apis/apps/v1/namespaces/${namespace}/statefulsets/${app}-celld`);
  const selector = encodeURIComponent(`celld-operator.io/workerapp=${app}`);
  const list = await send(`/api/v1/namespaces/${namespace}/pods?labelSelector=${selector}`);
  const pods = objectsAt(list, 'items').filter((pod) => /-celld-\d+$/.test(textAt(pod, 'metadata', 'name')));
  return {
    replicas: numberAt(set, 'spec', 'replicas') ?? -1,
    partition: numberAt(set, 'spec', 'updateStrategy', 'rollingUpdate', 'partition') ?? -1,
    generation: numberAt(set, 'metadata', 'generation') ?? -1,
    pods: pods.map(podLine).sort(),
    revisions: new Set(pods.map((pod) => textAt(pod, 'metadata', 'labels', 'controller-revision-hash'))),
  };
}

/** The version that a pod's first container names. */
export function imageOf(pod: JsonObject): string {
  return textAt(objectsAt(pod, 'spec', 'containers')[0], 'image').replace(/^.*:v/, '');
}

function podLine(pod: JsonObject): string {
  const ordinal = /\d+$/.exec(textAt(pod, 'metadata', 'name'))?.[0] ?? '';
  const isReady = objectsAt(pod, 'status', 'conditions').some(
    ({ type, status }) => type === 'Ready' && status === 'True',
  );
  const isEnding = valueAt(pod, 'metadata', 'deletionTimestamp') !== undefined;
  return `${ordinal} ${imageOf(pod)} ${isEnding ? 'ending' : isReady ? 'ready' : 'waiting'}`;
}

/** A whole fleet on one version, as `fleetState` lists it. */
export function wholeFleet(version: string, replicas = 2): readonly string[] {
  return Array.from({ length: replicas }, (_, ordinal) => `${String(ordinal)} ${version} ready`);
}

/** Generation and contents' version of every object that an Application made, Jobs of hooks left out. */
export async function generations(lab: Lab, namespace: string): Promise<ReadonlyMap<string, string>> {
  const kinds = 'sts,svc,cm,pdb,sa,role,rolebinding,networkpolicy,workerapp';
  const { stdout } = await lab.plane.kubectl(['get', kinds, '-n', namespace, '-o', 'json']);
  const objects = objectsAt(JSON.parse(stdout) as JsonObject, 'items').filter(
    // The gate's are hooks and come anew with every sync.
    (object) => !textAt(object, 'metadata', 'name').endsWith('-gate'),
  );
  return new Map(
    objects.map((object) => [
      `${textAt(object, 'kind')}/${textAt(object, 'metadata', 'name')}`,
      `${textAt(object, 'metadata', 'uid')} ${String(numberAt(object, 'metadata', 'generation') ?? 0)}`,
    ]),
  );
}

/** As if the Job's own deadline had passed, which takes a quarter of an hour at least. */
export async function endJob(lab: Lab, namespace: string, name: string): Promise<void> {
  const patch = JSON.stringify({ spec: { activeDeadlineSeconds: 1 } });
  const { code, stderr } = await lab.plane.kubectl(['patch', 'job', name, '-n', namespace, '-p', patch]);
  if (code !== 0) throw new Error(`Cannot end Job ${name}: ${stderr.trim()}`);
}
