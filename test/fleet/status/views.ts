import type { JsonObject } from '../../../documents/json.ts';
import { ANNOTATIONS, LABELS } from '../../../fleet/labels.ts';
import { takeSnapshot } from '../../../fleet/observe/fleet-snapshot.ts';
import { parseObservedPod } from '../../../fleet/observe/observed-pod.ts';
import { parseSet } from '../../../fleet/rollout/stateful-set.ts';
import type { CelldState, ServedDeployment, StateReading } from '../../../fleet/state-reader.ts';
import type { FleetView } from '../../../fleet/status/fleet-view.ts';
import { parseWorkerApp } from '../../../fleet/status/worker-app.ts';

/** A fleet of three that is well; what a row says is different. */
export interface Fleet {
  readonly replicas?: number;
  readonly partition?: number;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly owner?: JsonObject;
  readonly revisions?: readonly [current: string, update: string];
  /** One for each pod. */
  readonly pods?: readonly string[];
  readonly unready?: boolean;
  /** One for each pod; undefined: the node does not tell (celld before 0.4). */
  readonly serves?: readonly (string | undefined)[];
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
  readonly planHash?: string;
  readonly appVersion?: string;
  readonly view?: Partial<FleetView>;
}

export function viewOf(fleet: Fleet = {}): FleetView {
  const { pods: revisions = ['r1', 'r1', 'r1'], serves = [] } = fleet;
  const pods = revisions.map((revision, ordinal) => parseObservedPod(podOf(fleet, { revision, ordinal })));
  const readings = new Map<string, StateReading>(
    pods.map(({ uid }, index) => [
      uid,
      { kind: 'answer', state: state(index in serves ? serves[index] : 'v1') },
    ]),
  );
  const set = parseSet(setOf(fleet), 'celld-gitops-rollout');
  const absent = { kind: 'absent' } as const;
  return {
    snapshot: takeSnapshot({
      namespace: 'prod',
      app: 'chat',
      sampledAt: 0,
      set,
      before: pods,
      after: pods,
      readings,
    }),
    app: parseWorkerApp(appOf(fleet)),
    isJobAtWork: false,
    templateHash: 't1',
    lastStep: undefined,
    ingressMode: 'none',
    isMeshed: false,
    scaledObject: absent,
    httpRoute: absent,
    gateways: { kind: 'listed', items: [] },
    ingress: absent,
    virtualService: absent,
    authorizationPolicy: absent,
    ...fleet.view,
  };
}

function state(version: string | undefined): CelldState {
  const deployment = version === undefined ? {} : { deployment: served(version) };
  return { ownership: 's3', occupied: 1, shedding: null, restoring: 2, ...deployment };
}

function served(version: string): ServedDeployment {
  return { version, generation: 1, draining: 0, swapping: 0 };
}

function appOf({ spec, status, planHash = 'p1' }: Fleet): JsonObject {
  return {
    metadata: { name: 'chat', uid: 'app', generation: 4, annotations: { [ANNOTATIONS.planHash]: planHash } },
    spec: { appVersion: 'v1', replicas: 3, ...spec },
    ...(status !== undefined && { status }),
  };
}

function setOf(fleet: Fleet): JsonObject {
  const { replicas = 3, partition = 1_000_000, annotations, owner, revisions = ['r1', 'r1'] } = fleet;
  const approved = { [ANNOTATIONS.approvedTemplateHash]: 't1', [ANNOTATIONS.approvedPlan]: 'p1' };
  return {
    metadata: {
      name: 'chat-celld',
      uid: 'set',
      generation: 1,
      annotations: { ...approved, ...annotations },
      ...(owner !== undefined && { ownerReferences: [{ ...owner, controller: true }] }),
    },
    spec: {
      replicas,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition } },
      template: template({ annotations: { [ANNOTATIONS.appVersion]: fleet.appVersion ?? 'v1' } }),
    },
    status: { observedGeneration: 1, currentRevision: revisions[0], updateRevision: revisions[1] },
  };
}

function podOf(
  { unready = false }: Fleet,
  { revision, ordinal }: { readonly revision: string; readonly ordinal: number },
): JsonObject {
  return {
    ...template({
      name: `chat-celld-${ordinal}`,
      uid: `pod-${ordinal}`,
      labels: { [LABELS.workerapp]: 'chat', 'controller-revision-hash': revision },
      ownerReferences: [{ kind: 'StatefulSet', name: 'chat-celld', uid: 'set', controller: true }],
    }),
    status: {
      phase: 'Running',
      podIP: `10.0.0.${ordinal + 1}`,
      conditions: [{ type: 'Ready', status: unready ? 'False' : 'True', lastTransitionTime: '' }],
    },
  };
}

function template(metadata: JsonObject): JsonObject {
  return { metadata, spec: { containers: [{ name: 'celld', image: 'ghcr.io/denoland/celld:v0.6.2' }] } };
}
