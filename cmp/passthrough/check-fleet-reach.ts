import { isJsonArray, isJsonObject } from '../../documents/json.ts';
import type { JsonObject, JsonValue } from '../../documents/json.ts';
import type { Path } from '../../documents/path.ts';
import type { Finding } from '../finding.ts';
import { checkOpenPort } from './check-open-port.ts';
import { checkSelector } from './check-selector.ts';
import type { GroupKind } from './cluster-scoped-kinds.ts';
import { demandOf, isFleetsAlone } from './fleet-labels.ts';

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
 * the internal port (facts/threats.md T6, T19). Kinds that select by other means than Kubernetes labels pass only where
 * the platform team says so.
 */
export function checkFleetReach(object: JsonObject, groupKind: GroupKind): readonly Finding[] {
  if (WATCHERS.includes(groupKind.group)) return [];
  const found = findReach(object, []);
  return [
    ...(found.length > 0 ? found : checkSelector(object, groupKind)),
    ...checkOpenPort(object, groupKind),
  ];
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
  const found = Object.keys(value).filter((key) => isFleetLabel(key, value[key]));
  const { key, operator, values } = value as Readonly<Record<string, JsonValue | undefined>>;
  const expression =
    typeof key === 'string' && operator !== undefined && isFleetsAlone(demandOf(key, operator, values))
      ? ['key']
      : [];
  return [...found, ...expression].map((name) => ({
    code: 'PASS_REACHES_FLEET',
    path: [...path, name],
    message: 'it must not select or label the pods of a fleet',
    hint: 'use labels of your own: whatever serves a fleet is rendered from its WorkerApp',
    target: 'key',
  }));
}

function isFleetLabel(key: string, value: JsonValue | undefined): boolean {
  return isFleetsAlone(demandOf(key, 'In', value === undefined ? [] : [value]));
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
