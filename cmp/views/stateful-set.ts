import type { JsonObject, JsonValue } from '../../documents/json.ts';
import { CLOSED_PARTITION, PROBES, TERMINATION_GRACE_SECONDS } from '../../fleet/bounds.ts';
import { healthPath } from '../../fleet/celld-versions.ts';
import { celldEnvironment, type EnvEntry } from '../../fleet/environment.ts';
import { ANNOTATIONS, fleetLabels, LABELS } from '../../fleet/labels.ts';
import { celldArguments } from '../../fleet/listen.ts';
import { commonView, type AppContext } from './app-context.ts';
import { gibibytes, milliCpu } from './quantity.ts';

const HOST = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';

/** The fleet's StatefulSet. facts/operators.md A3, and facts/celld.md for what depends on celld's version. */
export function statefulSetView(context: AppContext): JsonObject {
  const { spec } = context.app;
  return {
    ...commonView(context),
    podManagementPolicy: spec.podManagementPolicy,
    closedPartition: CLOSED_PARTITION,
    ...storageView(context),
    ...podView(context),
    image: spec.celld.image,
    args: celldArguments(spec.bucket.name, context.platform.network.ipFamily),
    env: environment(context).map(environmentVariable),
    resources: {
      cpu: milliCpu(spec.resources.cpuMillis),
      memory: gibibytes(spec.resources.memoryGi),
      ephemeralStorage: gibibytes(spec.resources.ephemeralStorageGi),
    },
    probes: {
      startup: { ...PROBES.startup },
      readiness: { ...PROBES.readiness, path: healthPath(context.version) },
      liveness: { ...PROBES.liveness },
    },
    varsSecret: spec.vars?.secretRef ?? null,
  };
}

function storageView(context: AppContext): JsonObject {
  const { storage, scheduling } = context.app.spec;
  if (storage === undefined) return { storage: null, watchOnNode: true, separateBy: [] };
  return {
    storage: { size: gibibytes(storage.sizeGi), storageClassName: storage.storageClassName ?? null },
    watchOnNode: false,
    // Peers acknowledge each other's writes: two of them must not be lost with one host, nor, if asked, with one zone.
    separateBy: scheduling.spreadAcrossZones ? [HOST, ZONE] : [HOST],
  };
}

function podView(context: AppContext): JsonObject {
  const { scheduling, podTemplate } = context.app.spec;
  return {
    podLabels: podLabels(context),
    podAnnotations: podAnnotations(context),
    terminationGracePeriodSeconds: TERMINATION_GRACE_SECONDS,
    priorityClassName: podTemplate?.priorityClassName ?? null,
    imagePullSecrets: (podTemplate?.imagePullSecrets ?? []).map(({ name }) => ({ name })),
    nodeSelector: scheduling.nodeSelector ?? {},
    tolerations: (scheduling.tolerations ?? []).map(withoutEmptyText),
  };
}

function podLabels(context: AppContext): JsonObject {
  const { bucket, podTemplate } = context.app.spec;
  return {
    ...podTemplate?.labels,
    ...(bucket.credentialsFrom?.azureClientID !== undefined && { [LABELS.azureIdentity]: 'true' }),
    ...fleetLabels(context.app.metadata.name),
  };
}

/** A changed annotation is a changed template, so it rolls through the gates. */
function podAnnotations(context: AppContext): JsonObject {
  const { deploymentPolicy, restartToken, podTemplate } = context.app.spec;
  return {
    ...podTemplate?.annotations,
    ...(deploymentPolicy !== 'InPlace' && { [ANNOTATIONS.appVersion]: context.appVersion }),
    ...(context.configDigest !== undefined && { [ANNOTATIONS.configHash]: context.configDigest }),
    ...(restartToken !== undefined && { [ANNOTATIONS.restartToken]: restartToken }),
  };
}

function environment(context: AppContext): readonly EnvEntry[] {
  const { app, namespace, version, platform } = context;
  return celldEnvironment({
    version,
    app: app.metadata.name,
    namespace,
    spec: app.spec,
    ipFamily: platform.network.ipFamily,
  });
}

/** The API server stores no empty text in a field of a pod: absent means the same. */
function withoutEmptyText(map: Readonly<Record<string, string | number>>): JsonObject {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => value !== ''));
}

/** As the API server stores it: a field reference has its apiVersion. */
function environmentVariable(entry: EnvEntry): JsonValue {
  if ('value' in entry) return withoutEmptyText({ name: entry.name, value: entry.value });
  if ('fieldPath' in entry) {
    return { name: entry.name, valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: entry.fieldPath } } };
  }
  const reference = { key: entry.key, ...(entry.optional && { optional: true }) };
  return 'secret' in entry
    ? { name: entry.name, valueFrom: { secretKeyRef: { name: entry.secret, ...reference } } }
    : { name: entry.name, valueFrom: { configMapKeyRef: { name: entry.configMap, ...reference } } };
}
