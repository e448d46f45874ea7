import type { KubeObject } from '../cluster-api.ts';
import { fieldAt, objectsAt, textAt } from '../object-fields.ts';
import { type FleetPod, parsePod } from '../rollout/pod.ts';
import { celldContainer } from '../rollout/workload.ts';

/** A pod as the exporter keeps it. */
export interface ObservedPod extends FleetPod {
  /** CELLD_MAX_RESIDENT_CELLS of this very pod; undefined where it does not say. */
  readonly residencyCap: number | undefined;
}

export function parseObservedPod(pod: KubeObject): ObservedPod {
  return { ...parsePod(pod), residencyCap: residencyCap(pod) };
}

function residencyCap(pod: KubeObject): number | undefined {
  const variables = objectsAt(celldContainer(pod), 'env');
  const entry = variables.find((variable) => fieldAt(variable, 'name') === 'CELLD_MAX_RESIDENT_CELLS');
  const text = textAt(entry, 'value') ?? '';
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}
