import type { KubeObject } from '../cluster-api.ts';
import { ANNOTATIONS, LABELS } from '../labels.ts';
import { annotationOf, objectAt, textAt } from '../object-fields.ts';
import type { FleetLease } from '../rollout/lease.ts';
import type { FleetPod } from '../rollout/pod.ts';
import type { Known } from '../rollout/snapshot.ts';
import type { FleetSet } from '../rollout/stateful-set.ts';
import { workloadOf } from '../rollout/workload.ts';

/** Another fleet's pod or StatefulSet in the namespace, and where its data is. */
export interface Neighbour {
  /** Such as `StatefulSet feed-celld`. */
  readonly what: string;
  readonly app: string;
  readonly bucketKey: string | undefined;
}

/** Everything that the gate judges by: the API server alone, never `/state` (DESIGN D3). */
export interface GateSnapshot {
  readonly set: Known<FleetSet | undefined>;
  readonly pods: Known<readonly FleetPod[]>;
  readonly lease: Known<FleetLease | undefined>;
  /** Names of the volume claims that carry the fleet's label. */
  readonly claims: Known<readonly string[]>;
  readonly neighbours: Known<readonly Neighbour[]>;
}

/** A labelled StatefulSet or pod as a neighbour; undefined for this fleet's own, and for what has no fleet label. */
export function parseNeighbour(
  object: KubeObject,
  kind: 'StatefulSet' | 'Pod',
  app: string,
): Neighbour | undefined {
  const label = textAt(objectAt(object, 'metadata', 'labels'), LABELS.workerapp);
  if (label === undefined || label === app) return undefined;
  const template = kind === 'Pod' ? object : objectAt(object, 'spec', 'template');
  return {
    what: `${kind} ${textAt(object, 'metadata', 'name') ?? '?'}`,
    app: label,
    bucketKey: workloadOf(template).bucketKey ?? annotationOf(object, ANNOTATIONS.bucket),
  };
}
