import type { JsonObject } from '../documents/json.ts';
import { CLOSED_PARTITION } from '../fleet/bounds.ts';
import type { PatchOptions } from '../fleet/cluster-api.ts';
import { ANNOTATIONS, LABELS } from '../fleet/labels.ts';
import { namesOfFleet } from '../fleet/names.ts';
import { RESOURCES } from '../fleet/resources.ts';
import type { RolloutAct } from '../fleet/rollout/decision.ts';
import { LEASE_SECONDS } from '../fleet/rollout/lease.ts';
import { holderId } from '../fleet/rollout/scaler.ts';
import { refTo } from './gather-fleet.ts';
import { MANAGERS, type RolloutOptions } from './options.ts';

/** Carries an act out: one call, on the `resourceVersion` or uid that it was decided on. Throws `ApiError`. */
export async function performRollout(options: RolloutOptions, act: RolloutAct): Promise<unknown> {
  switch (act.kind) {
    case 'createLease':
      return await createLease(options);
    case 'takeLease':
      return await patchLease(options, leaseSpec(options), act.resourceVersion);
    case 'recordRan':
      return await patchLease(
        options,
        { metadata: annotations({ [ANNOTATIONS.ran]: act.ran }) },
        act.resourceVersion,
      );
    case 'markHolder':
      return await annotateSet(options, { [ANNOTATIONS.holder]: leaseHolder(options) }, act.resourceVersion);
    case 'closePartition':
      return await patchPartition(options, CLOSED_PARTITION, act.resourceVersion);
    case 'restorePartition':
    case 'lowerPartition':
      return await patchPartition(options, act.to, act.resourceVersion);
    case 'patchCurrentRevision':
      return await patchSet(
        options,
        { status: { currentRevision: act.to } },
        { ...act, subresource: 'status' },
      );
    case 'setReplicas':
      return await patchSet(options, { spec: { replicas: act.to } }, { ...act, subresource: 'scale' });
    case 'saveSize':
      return await annotateSet(options, savedSize(act), act.resourceVersion);
    case 'forgetSize':
      return await annotateSet(options, { [ANNOTATIONS.savedReplicas]: null }, act.resourceVersion);
    case 'pauseScaler':
      return await patchScaler(options, { metadata: annotations(pauseOf(options)) }, act);
    case 'resumeScaler':
      return await patchScaler(options, { metadata: annotations(NO_PAUSE) }, act);
    case 'setBounds':
      return await patchScaler(options, { spec: boundsOf(act) }, act);
    case 'deletePod':
      await options.api.delete(refTo(options.plan, RESOURCES.pod, act.name), { uid: act.uid });
      return undefined;
  }
}

/** Who holds the Lease: this very pod of the Job, since a Job may have an old pod that still ends. */
export function leaseHolder({ job }: Pick<RolloutOptions, 'job'>): string {
  return `${job.uid}/${job.podUid}`;
}

function annotations(values: JsonObject): JsonObject {
  return { annotations: values };
}

const NO_PAUSE: JsonObject = { [ANNOTATIONS.paused]: null, [ANNOTATIONS.pausedBy]: null };

function pauseOf({ plan, job }: RolloutOptions): JsonObject {
  return { [ANNOTATIONS.paused]: 'true', [ANNOTATIONS.pausedBy]: holderId(plan, job.uid) };
}

function boundsOf(act: Extract<RolloutAct, { kind: 'setBounds' }>): JsonObject {
  return { minReplicaCount: act.minReplicas, maxReplicaCount: act.maxReplicas };
}

function savedSize({ replicas, stoppedFor }: Extract<RolloutAct, { kind: 'saveSize' }>): JsonObject {
  return {
    [ANNOTATIONS.savedReplicas]: String(replicas),
    ...(stoppedFor !== undefined && { [ANNOTATIONS.stoppedFor]: stoppedFor }),
  };
}

/**
 * By server-side apply without force: a Role can allow it for this one name, and of two Jobs that see no Lease the second
 * meets a conflict, since each pod applies under a name of its own. T26.
 */
async function createLease(options: RolloutOptions): Promise<unknown> {
  const { api, plan, job } = options;
  const ref = refTo(plan, RESOURCES.lease, namesOfFleet(plan).lease);
  const metadata = { name: ref.name, labels: { [LABELS.hookWorkerapp]: plan.app } };
  const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, ...leaseSpec(options) };
  return await api.patch(ref, lease, { kind: 'apply', fieldManager: `${MANAGERS.rollout}/${job.podUid}` });
}

function leaseSpec(options: RolloutOptions): JsonObject {
  const renewTime = microTime(options.clock.now());
  return {
    spec: { holderIdentity: leaseHolder(options), leaseDurationSeconds: LEASE_SECONDS, renewTime },
  };
}

/** `metav1.MicroTime` wants exactly six digits. */
export function microTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '000Z');
}

export async function patchLease(
  { api, plan }: Pick<RolloutOptions, 'api' | 'plan'>,
  body: JsonObject,
  resourceVersion: string,
): Promise<unknown> {
  const ref = refTo(plan, RESOURCES.lease, namesOfFleet(plan).lease);
  return await api.patch(ref, withVersion(body, resourceVersion), {
    kind: 'merge',
    fieldManager: MANAGERS.rollout,
  });
}

function withVersion(body: JsonObject, resourceVersion: string): JsonObject {
  const metadata = body['metadata'];
  const others =
    typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) ? metadata : {};
  return { ...body, metadata: { ...(others as JsonObject), resourceVersion } };
}

interface OnVersion {
  readonly resourceVersion: string;
  readonly subresource?: NonNullable<PatchOptions['subresource']>;
}

async function patchSet(options: RolloutOptions, body: JsonObject, on: OnVersion): Promise<unknown> {
  const { api, plan } = options;
  const ref = refTo(plan, RESOURCES.statefulSet, namesOfFleet(plan).statefulSet);
  const how: PatchOptions = {
    kind: 'merge',
    fieldManager: MANAGERS.rollout,
    ...(on.subresource !== undefined && { subresource: on.subresource }),
  };
  return await api.patch(ref, withVersion(body, on.resourceVersion), how);
}

async function patchPartition(
  options: RolloutOptions,
  partition: number,
  resourceVersion: string,
): Promise<unknown> {
  const body = { spec: { updateStrategy: { rollingUpdate: { partition } } } };
  return await patchSet(options, body, { resourceVersion });
}

async function annotateSet(
  options: RolloutOptions,
  values: JsonObject,
  resourceVersion: string,
): Promise<unknown> {
  return await patchSet(options, { metadata: annotations(values) }, { resourceVersion });
}

async function patchScaler(
  { api, plan }: RolloutOptions,
  body: JsonObject,
  act: { readonly name: string; readonly resourceVersion: string },
): Promise<unknown> {
  const ref = refTo(plan, RESOURCES.scaledObject, act.name);
  return await api.patch(ref, withVersion(body, act.resourceVersion), {
    kind: 'merge',
    fieldManager: MANAGERS.rollout,
  });
}
