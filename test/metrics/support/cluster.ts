import { ApiError, type ClusterApi, type KubeObject } from '../../../fleet/cluster-api.ts';
import type { JsonObject } from '../../../documents/json.ts';
import { ANNOTATIONS, LABELS } from '../../../fleet/labels.ts';
import { RESOURCES } from '../../../fleet/resources.ts';
import type { Lister } from '../../../kube/cluster-api.ts';
import type { ApiServer } from '../../../sim/api/api-server.ts';
import { serverWith } from '../../sim/objects.ts';

/** An API server in memory (sim/api), with the faults that a test asks for. */
export interface TestCluster {
  readonly server: ApiServer;
  readonly api: ClusterApi;
  readonly list: Lister;
  /** Every call while this is set fails with it. */
  trouble: ApiError | undefined;
  readonly calls: string[];
}

export function testCluster(): TestCluster {
  const { api: server } = serverWith();
  const asked = async <T>(what: string, answer: () => T): Promise<T> => {
    // As over a network: never at once.
    await new Promise((resolve) => setImmediate(resolve));
    cluster.calls.push(what);
    if (cluster.trouble !== undefined) throw cluster.trouble;
    return answer();
  };
  const caller = (manager: string) => ({ user: manager, manager });
  const api: ClusterApi = {
    get: (ref) => asked(`get ${ref.type.plural} ${ref.name}`, () => server.get(ref)),
    list: (type, namespace, selector) =>
      asked(`list ${type.plural}`, () => server.list(type, namespace, selector)),
    create: (...[type, , object, manager]) =>
      asked(`create ${type.plural}`, () => server.create(type, object, caller(manager))),
    patch: (ref, body, options) =>
      asked(
        `patch ${ref.type.plural}${options.subresource ? `/${options.subresource}` : ''} ${ref.name}`,
        () => server.patch(ref, body, { ...options, user: options.fieldManager }),
      ),
    delete: () => Promise.reject(new Error('nothing is deleted here')),
  };
  const list: Lister = async ({ type, namespace, labelSelector }, project) =>
    await asked(`list ${type.plural}`, () => server.list(type, namespace, labelSelector).items.map(project));
  const cluster: TestCluster = { server, api, list, trouble: undefined, calls: [] };
  return cluster;
}

export const UNAVAILABLE = new ApiError('Cannot ask: it refuses connections', {
  status: 0,
  reason: 'Timeout',
});

export interface TestFleet {
  readonly namespace?: string;
  readonly app?: string;
  readonly replicas?: number;
  readonly version?: string;
  readonly appVersion?: string;
  readonly cap?: number;
  /** First three numbers of the pods' addresses. */
  readonly network?: string;
}

/** A whole, quiet fleet: StatefulSet, pods and WorkerApp. */
export function addFleet({ server }: TestCluster, fleet: TestFleet = {}): void {
  const { namespace = 'prod', app = 'chat', replicas = 3 } = fleet;
  const me = { user: 'argocd', manager: 'argocd' };
  const set = server.create(RESOURCES.statefulSet, setObject(fleet), me);
  server.replaceStatus(
    { type: RESOURCES.statefulSet, namespace, name: `${app}-celld` },
    setStatus(replicas, 'rev-1'),
    me,
  );
  const { uid = '' } = set['metadata'] as { uid?: string };
  for (let ordinal = 0; ordinal < replicas; ordinal += 1)
    addPod({ server }, { ...fleet, ordinal, owner: uid });
  server.create(RESOURCES.workerApp, workerAppObject(fleet), me);
}

export function setStatus(replicas: number, revision: string): JsonObject {
  return {
    observedGeneration: 9,
    replicas,
    readyReplicas: replicas,
    currentRevision: revision,
    updateRevision: revision,
  };
}

function setObject({
  namespace = 'prod',
  app = 'chat',
  replicas = 3,
  version = '0.6.2',
  appVersion = 'v1',
  cap = 1000,
}: TestFleet): KubeObject {
  const labels = { [LABELS.workerapp]: app };
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: {
      name: `${app}-celld`,
      namespace,
      labels,
      annotations: {
        [ANNOTATIONS.templateHash]: 't1',
        [ANNOTATIONS.approvedTemplateHash]: 't1',
        [ANNOTATIONS.approvedPlan]: 'p1',
      },
    },
    spec: {
      replicas,
      serviceName: `${app}-celld-internal`,
      selector: { matchLabels: labels },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1_000_000 } },
      template: {
        metadata: { labels, annotations: { [ANNOTATIONS.appVersion]: appVersion } },
        spec: { containers: [container(version, cap)] },
      },
    },
  };
}

function container(version: string, cap: number): JsonObject {
  return {
    name: 'celld',
    image: `ghcr.io/denoland/celld:v${version}`,
    env: [{ name: 'CELLD_MAX_RESIDENT_CELLS', value: String(cap) }],
  };
}

export interface TestPod extends TestFleet {
  readonly ordinal: number;
  readonly owner: string;
  readonly revision?: string;
  readonly ready?: boolean;
  readonly lastExit?: number;
}

export function addPod({ server }: Pick<TestCluster, 'server'>, pod: TestPod): void {
  const { namespace = 'prod', app = 'chat', version = '0.6.2', cap = 1000, ordinal } = pod;
  const name = `${app}-celld-${ordinal}`;
  const me = { user: 'controller', manager: 'controller' };
  server.create(
    RESOURCES.pod,
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name,
        namespace,
        labels: { [LABELS.workerapp]: app, 'controller-revision-hash': pod.revision ?? 'rev-1' },
        ownerReferences: [
          {
            apiVersion: 'apps/v1',
            kind: 'StatefulSet',
            name: `${app}-celld`,
            uid: pod.owner,
            controller: true,
          },
        ],
      },
      spec: { nodeName: 'node-1', containers: [container(version, cap)] },
    },
    me,
  );
  server.replaceStatus({ type: RESOURCES.pod, namespace, name }, podStatus(pod), me);
}

export function podStatus({ ordinal, ready = true, lastExit, network = '10.0.0' }: TestPod): JsonObject {
  const exited = { terminated: { exitCode: lastExit ?? 0, finishedAt: '2026-11-29T00:00:00Z' } };
  return {
    phase: 'Running',
    podIP: `${network}.${ordinal + 1}`,
    conditions: [
      { type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime: '2026-11-29T00:00:00Z' },
    ],
    containerStatuses: [
      {
        name: 'celld',
        containerID: `containerd://${network}-${ordinal}`,
        restartCount: lastExit === undefined ? 0 : 1,
        state: { running: { startedAt: '2026-11-29T00:00:00Z' } },
        ...(lastExit !== undefined && { lastState: exited }),
      },
    ],
  };
}

function workerAppObject({
  namespace = 'prod',
  app = 'chat',
  replicas = 3,
  appVersion = 'v1',
}: TestFleet): KubeObject {
  return {
    apiVersion: 'celld-operator.io/v1alpha1',
    kind: 'WorkerApp',
    metadata: { name: app, namespace, annotations: { [ANNOTATIONS.planHash]: 'p1' } },
    spec: { appVersion, replicas, bucket: { name: 's3://cells' } },
  };
}
