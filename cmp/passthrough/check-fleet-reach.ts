import { isJsonArray, isJsonObject } from '../../documents/json.ts';
import type { JsonObject, JsonValue } from '../../documents/json.ts';
import type { Path } from '../../documents/path.ts';
import { LABELS, PORTS } from '../../fleet/labels.ts';
import type { Finding } from '../finding.ts';
import { keyOwner } from '../reserved-keys.ts';
import type { GroupKind } from './cluster-scoped-kinds.ts';

/** Groups whose kinds only watch what they select. */
const WATCHERS: readonly string[] = ['monitoring.coreos.com', 'operator.victoriametrics.com'];

/** Payload, not shape: keys and texts below these mean nothing to Kubernetes. */
const PAYLOADS: ReadonlySet<string> = new Set([
  'data',
  'stringData',
  'binaryData',
  'encryptedData',
  'status',
  'metadata',
]);

/** The end of every fleet's StatefulSet name. */
const FLEET_SET = '-celld';

/**
 * What reaches into a fleet from outside, whatever kinds are allowed: a selector or pod label of fleets (its pods
 * would get requests, count in a budget or lose their policy), a scaler on a fleet's StatefulSet, a policy that opens
 * the internal port (facts/threats.md T6, T19). What selects by a label that is not fleets' alone,
 * such as `app.kubernetes.io/instance`, is not seen here: such kinds pass only where the platform team says so.
 */
export function checkFleetReach(object: JsonObject, { group, kind }: GroupKind): readonly Finding[] {
  const found = WATCHERS.includes(group) ? [] : findReach(object, []);
  return group === 'networking.k8s.io' && kind === 'NetworkPolicy'
    ? [...found, ...checkPolicy(object)]
    : found;
}

function findReach(value: JsonValue, path: Path): readonly Finding[] {
  if (isJsonArray(value)) return value.flatMap((item, index) => findReach(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  const here = [...selectsFleet(value, path), ...targetsFleet(value, path)];
  const below = Object.entries(value)
    .filter(([key]) => path.length > 0 || !PAYLOADS.has(key))
    .flatMap(([key, child]) => findReach(child, [...path, key]));
  return [...here, ...below];
}

/** A label of fleets as a key, or as the `key` of a match expression. */
function selectsFleet(value: JsonObject, path: Path): readonly Finding[] {
  const keys = Object.keys(value).filter((key) => isFleetLabel(key, value[key]));
  const { key } = value as { readonly key?: JsonValue };
  const expression =
    typeof key === 'string' && 'operator' in value && isFleetLabel(key, undefined) ? ['key'] : [];
  return [...keys, ...expression].map((name) => ({
    code: 'PASS_REACHES_FLEET',
    path: [...path, name],
    message: 'it must not select or label the pods of a fleet',
    hint: 'use labels of your own: whatever serves a fleet is rendered from its WorkerApp',
    target: 'key',
  }));
}

function isFleetLabel(key: string, value: JsonValue | undefined): boolean {
  return keyOwner(key) === 'celld' || (key === LABELS.name && value === 'celld');
}

/** `scaleTargetRef`, `targetRef` and their like: a second owner of a fleet's size. */
function targetsFleet(value: JsonObject, path: Path): readonly Finding[] {
  const { kind, name } = value as { readonly kind?: JsonValue; readonly name?: JsonValue };
  if (kind !== 'StatefulSet' || typeof name !== 'string' || !name.endsWith(FLEET_SET) || path.length < 2)
    return [];
  return [
    {
      code: 'PASS_REACHES_FLEET',
      path: [...path, 'name'],
      message: 'it must not target the StatefulSet of a fleet: its size belongs to the WorkerApp',
      hint: 'use spec.replicas or spec.autoscaling of the WorkerApp',
    },
  ];
}

/** Policies add up, so one that selects every pod and admits port 8081 opens it for every fleet of the namespace. */
function checkPolicy({ spec }: JsonObject): readonly Finding[] {
  if (!isJsonObject(spec) || !selectsEverything(spec['podSelector'])) return [];
  const rules = isJsonArray(spec['ingress']) ? spec['ingress'] : [];
  return rules.flatMap((rule, index): readonly Finding[] =>
    admitsInternalPort(rule)
      ? [
          {
            code: 'PASS_OPENS_PORT',
            path: ['spec', 'ingress', index],
            message: `a policy for every pod must not admit port ${PORTS.internal.port}: it has no authentication`,
            hint: `list the ports that are meant, without ${PORTS.internal.port}, or select pods by labels of your own`,
          },
        ]
      : [],
  );
}

/** Absent, empty, or by expressions only: those can hold for any pod. */
function selectsEverything(selector: JsonValue | undefined): boolean {
  const labels = isJsonObject(selector) ? selector['matchLabels'] : undefined;
  return !isJsonObject(labels) || Object.keys(labels).length === 0;
}

function admitsInternalPort(rule: JsonValue): boolean {
  const ports = isJsonObject(rule) ? rule['ports'] : undefined;
  if (!isJsonArray(ports) || ports.length === 0) return true;
  return ports.some((entry) => isJsonObject(entry) && coversInternalPort(entry));
}

function coversInternalPort({
  protocol = 'TCP',
  port,
  endPort,
}: JsonObject & { readonly protocol?: JsonValue }): boolean {
  if (protocol !== 'TCP') return false;
  if (port === undefined || port === null || port === PORTS.internal.name) return true;
  if (typeof port !== 'number') return false;
  return port <= PORTS.internal.port && PORTS.internal.port <= (typeof endPort === 'number' ? endPort : port);
}
