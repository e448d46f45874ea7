import type { JsonObject, JsonValue } from '../../documents/json.ts';
import type { ResourceType } from '../../fleet/cluster-api.ts';
import { at, mapAt, mapsAt, textAt } from '../json.ts';

/** The object with what the API server fills in. Applied to every write, so an omitted field comes back. */
export function withServerDefaults(type: ResourceType, object: JsonObject): JsonObject {
  switch (type.plural) {
    case 'statefulsets':
      return { ...object, spec: statefulSetSpec(mapAt(object, 'spec')) };
    case 'jobs':
      return { ...object, spec: jobSpec(mapAt(object, 'spec')) };
    case 'pods':
      return {
        ...object,
        spec: podSpec(mapAt(object, 'spec')),
        status: { phase: 'Pending', ...mapAt(object, 'status') },
      };
    default:
      return object;
  }
}

const NO_STRATEGY: JsonObject = { type: 'RollingUpdate', rollingUpdate: {} };

/**
 * `replicas` omitted is 1 (facts/proven.md 1, last but two). A strategy omitted becomes RollingUpdate with partition 0,
 * but a strategy that only names its type keeps `rollingUpdate` absent. facts/scaling.md 3.2.
 */
function statefulSetSpec(spec: JsonObject): JsonObject {
  const written = mapAt(spec, 'updateStrategy');
  const strategy = written['type'] === undefined ? { ...NO_STRATEGY, ...written } : written;
  const rolling = at(strategy, 'rollingUpdate');
  return {
    replicas: 1,
    podManagementPolicy: 'OrderedReady',
    revisionHistoryLimit: 10,
    persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
    ...spec,
    updateStrategy:
      rolling === undefined || strategy['type'] !== 'RollingUpdate'
        ? strategy
        : { ...strategy, rollingUpdate: { partition: 0, ...mapAt(strategy, 'rollingUpdate') } },
    template: podTemplate(mapAt(spec, 'template')),
  };
}

function jobSpec(spec: JsonObject): JsonObject {
  return {
    backoffLimit: 6,
    completions: 1,
    parallelism: 1,
    completionMode: 'NonIndexed',
    suspend: false,
    ...spec,
    template: podTemplate(mapAt(spec, 'template')),
  };
}

const defaultedTemplates = new WeakMap<JsonObject, JsonObject>();

/** Templates are large and written often: one that has been filled in is not walked again. */
function podTemplate(template: JsonObject): JsonObject {
  const known = defaultedTemplates.get(template);
  if (known !== undefined) return known;
  const filled = { ...template, spec: podSpec(mapAt(template, 'spec')) };
  defaultedTemplates.set(template, filled);
  defaultedTemplates.set(filled, filled);
  return filled;
}

function podSpec(spec: JsonObject): JsonObject {
  const account = textAt(spec, 'serviceAccountName');
  return {
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    schedulerName: 'default-scheduler',
    securityContext: {},
    // The old name of the same field, which the API server always writes beside the new one.
    ...(account !== '' && { serviceAccount: account }),
    ...spec,
    containers: mapsAt(spec, 'containers').map(container),
    ...('initContainers' in spec && { initContainers: mapsAt(spec, 'initContainers').map(container) }),
    ...('volumes' in spec && { volumes: mapsAt(spec, 'volumes').map(volume) }),
  };
}

function container(written: JsonObject): JsonObject {
  const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'].filter((name) => name in written);
  return {
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: textAt(written, 'image').endsWith(':latest') ? 'Always' : 'IfNotPresent',
    resources: {},
    ...written,
    ...Object.fromEntries(probes.map((name) => [name, { ...PROBE, ...mapAt(written, name) }])),
    ...('env' in written && { env: mapsAt(written, 'env').map(variable) }),
    ...('ports' in written && {
      ports: mapsAt(written, 'ports').map((port) => ({ protocol: 'TCP', ...port })),
    }),
  };
}

const PROBE: JsonObject = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };

function variable(written: JsonObject): JsonObject {
  const field = at(written, 'valueFrom', 'fieldRef');
  if (field === undefined) return written;
  return {
    ...written,
    valueFrom: { fieldRef: { apiVersion: 'v1', ...mapAt(written, 'valueFrom', 'fieldRef') } },
  };
}

function volume(written: JsonObject): JsonObject {
  const sources: readonly [string, JsonValue][] = ['secret', 'configMap', 'projected']
    .filter((source) => source in written)
    .map((source) => [source, { defaultMode: 420, ...mapAt(written, source) }]);
  return { ...written, ...Object.fromEntries(sources) };
}
