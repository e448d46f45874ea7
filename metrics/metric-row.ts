import type { ObservedPod } from '../fleet/observe/observed-pod.ts';
import { FRESH_SECONDS } from '../fleet/observe/scaler-answer.ts';
import type { CelldState } from '../fleet/state-reader.ts';
import type { PublishedFleet } from './fleet-store.ts';
import type { HealthCounts } from './health.ts';

export type Labels = Readonly<Record<string, string>>;
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

/** What one scrape shows: the fleets as they were published, and the exporter's own counts. */
export interface ScrapeView {
  readonly fleets: readonly PublishedFleet[];
  readonly health: HealthCounts;
  readonly slowPods: number;
  readonly sockets: number;
  readonly isLeader: boolean;
  readonly version: string;
  /** Milliseconds since the epoch, and monotonic. */
  readonly now: number;
  readonly monotonic: number;
}

/** One metric: its name, what it means, which labels it has and where its samples come from. */
export interface MetricRow {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly labels: readonly string[];
  readonly help: string;
  readonly samples: (view: ScrapeView) => readonly Sample[];
}

/** `namespace` and `pod` are celld-operator's; the `fleet_` ones are the same again, and no scrape renames them. Bug row D7. */
export const FLEET_LABELS = ['namespace', 'workerapp', 'fleet_namespace'] as const;
export const POD_LABELS = ['namespace', 'workerapp', 'pod', 'fleet_namespace', 'fleet_pod'] as const;

type FleetValue = (fleet: PublishedFleet, view: ScrapeView) => number | undefined;

export function fleetMetric(name: string, help: string, value: FleetValue): MetricRow {
  const samples = (view: ScrapeView): readonly Sample[] =>
    view.fleets.flatMap((fleet) => sample(fleetLabels(fleet), value(fleet, view)));
  return { name, type: 'gauge', labels: FLEET_LABELS, help, samples };
}

type PodValue = (pod: ObservedPod, state: CelldState | undefined) => number | undefined;

/** A fleet that has not been seen for as long as a scaler may act on it shows no pods: its last values are not the present. */
export function podMetric(name: string, help: string, value: PodValue): MetricRow {
  const samples = (view: ScrapeView): readonly Sample[] => {
    const found: Sample[] = [];
    for (const fleet of view.fleets) {
      if (!isFresh(fleet, view)) continue;
      const labels = podLabels(fleet);
      for (const pod of fleet.snapshot.pods) {
        const number = value(pod, fleet.snapshot.states.get(pod.uid));
        const of = labels.get(pod.uid);
        if (number !== undefined && of !== undefined) found.push({ labels: of, value: number });
      }
    }
    return found;
  };
  return { name, type: 'gauge', labels: POD_LABELS, help, samples };
}

type OwnValue = (view: ScrapeView) => number | undefined;

export function ownGauge(name: string, help: string, value: OwnValue): MetricRow {
  return { name, type: 'gauge', labels: [], help, samples: (view) => sample({}, value(view)) };
}

export function ownCounter(name: string, help: string, value: OwnValue): MetricRow {
  return { ...ownGauge(name, help, value), type: 'counter' };
}

function sample(labels: Labels, value: number | undefined): readonly Sample[] {
  return value === undefined ? [] : [{ labels, value }];
}

export function isFresh({ snapshot }: PublishedFleet, { monotonic }: ScrapeView): boolean {
  return monotonic - snapshot.sampledAt < FRESH_SECONDS * 1000;
}

const FLEET_LABEL_CACHE = new WeakMap<PublishedFleet, Labels>();
const POD_LABEL_CACHE = new WeakMap<PublishedFleet, ReadonlyMap<string, Labels>>();

/** Made once for each published fleet: it never changes. */
export function fleetLabels(fleet: PublishedFleet): Labels {
  const made = FLEET_LABEL_CACHE.get(fleet);
  if (made !== undefined) return made;
  const { namespace, app } = fleet.snapshot;
  const labels = { namespace, workerapp: app, fleet_namespace: namespace };
  FLEET_LABEL_CACHE.set(fleet, labels);
  return labels;
}

function podLabels(fleet: PublishedFleet): ReadonlyMap<string, Labels> {
  const made = POD_LABEL_CACHE.get(fleet);
  if (made !== undefined) return made;
  const { namespace, app, pods } = fleet.snapshot;
  const labels = new Map(
    pods.map(({ uid, name }) => [
      uid,
      { namespace, workerapp: app, pod: name, fleet_namespace: namespace, fleet_pod: name },
    ]),
  );
  POD_LABEL_CACHE.set(fleet, labels);
  return labels;
}
