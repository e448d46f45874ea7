import { isJsonArray, isJsonObject } from '../../documents/json.ts';
import type { JsonObject, JsonValue } from '../../documents/json.ts';
import type { Path } from '../../documents/path.ts';
import type { Finding } from '../finding.ts';
import type { GroupKind } from './cluster-scoped-kinds.ts';
import { demandOf, fleetCanMeet, isSharedKey } from './fleet-labels.ts';
import type { LabelDemand } from './fleet-labels.ts';
import { writtenAt } from './written.ts';

interface SelectorPlace extends GroupKind {
  readonly path: Path;
  /** True for labels alone, without matchLabels around them. */
  readonly isPlain?: boolean;
  /** True where an empty selector does harm to a fleet; what an empty policy opens is checkOpenPort's. */
  readonly emptyReaches?: boolean;
}

const PLACES: readonly SelectorPlace[] = [
  { group: '', kind: 'Service', path: ['spec', 'selector'], isPlain: true },
  { group: 'policy', kind: 'PodDisruptionBudget', path: ['spec', 'selector'], emptyReaches: true },
  { group: 'networking.k8s.io', kind: 'NetworkPolicy', path: ['spec', 'podSelector'] },
];

interface Demand extends LabelDemand {
  readonly path: Path;
}

/**
 * A selector by labels that fleets share with others, such as `app.kubernetes.io/instance`: it reaches a fleet unless
 * something that it demands tells its pods from a fleet's (facts/threats.md T6).
 */
export function checkSelector(object: JsonObject, { group, kind }: GroupKind): readonly Finding[] {
  const place = PLACES.find((one) => one.group === group && one.kind === kind);
  const selector = place && writtenAt(object, place.path);
  if (place === undefined || !isJsonObject(selector)) return [];
  const demands = demandsOf(selector, place);
  const shared = demands.find(({ key }) => isSharedKey(key));
  const isHarmless = shared === undefined && place.emptyReaches !== true;
  if (isHarmless || !demands.every(fleetCanMeet)) return [];
  return [
    {
      code: 'PASS_REACHES_FLEET',
      path: shared?.path ?? place.path,
      message: 'it must not select the pods of a fleet: nothing that it asks for tells them from others',
      hint: 'add a label that only your own pods have, such as app.kubernetes.io/name: web',
      target: 'key',
    },
  ];
}

function demandsOf(selector: JsonObject, { path, isPlain }: SelectorPlace): readonly Demand[] {
  if (isPlain === true) return labelDemands(selector, path);
  return [
    ...labelDemands(selector['matchLabels'], [...path, 'matchLabels']),
    ...expressionDemands(selector['matchExpressions'], [...path, 'matchExpressions']),
  ];
}

function labelDemands(labels: JsonValue | undefined, path: Path): readonly Demand[] {
  if (!isJsonObject(labels)) return [];
  return Object.entries(labels).map(([key, value]) => ({
    ...demandOf(key, 'In', [value]),
    path: [...path, key],
  }));
}

function expressionDemands(expressions: JsonValue | undefined, path: Path): readonly Demand[] {
  if (!isJsonArray(expressions)) return [];
  return expressions.flatMap((expression, index): readonly Demand[] => {
    const { key, operator, values } = isJsonObject(expression)
      ? (expression as Readonly<Record<string, JsonValue | undefined>>)
      : {};
    return typeof key === 'string'
      ? [{ ...demandOf(key, operator, values), path: [...path, index, 'key'] }]
      : [];
  });
}
