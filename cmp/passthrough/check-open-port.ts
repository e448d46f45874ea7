import { isJsonArray, isJsonObject } from '../../documents/json.ts';
import type { JsonObject, JsonValue } from '../../documents/json.ts';
import { PORTS } from '../../fleet/labels.ts';
import type { Finding } from '../finding.ts';
import type { GroupKind } from './cluster-scoped-kinds.ts';

/** Policies add up, so one that selects every pod and admits port 8081 opens it for every fleet of the namespace. */
export function checkOpenPort(
  { spec }: JsonObject & { readonly spec?: JsonValue },
  { group, kind }: GroupKind,
): readonly Finding[] {
  if (group !== 'networking.k8s.io' || kind !== 'NetworkPolicy') return [];
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
