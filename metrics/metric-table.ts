import { CLOSED_PARTITION } from '../fleet/bounds.ts';
import { share } from '../fleet/observe/scaler-answer.ts';
import { PHASES } from '../fleet/status/verdict.ts';
import { formatVersion } from '../fleet/version.ts';
import type { PublishedFleet } from './fleet-store.ts';
import {
  FLEET_LABELS,
  fleetLabels,
  fleetMetric,
  isFresh,
  type MetricRow,
  ownCounter,
  ownGauge,
  podMetric,
} from './metric-row.ts';

/** Every metric. What is not known has no sample, and neither has what is gone. facts/operators.md A6. */
export const METRICS: readonly MetricRow[] = [
  fleetMetric(
    'celld_fleet_complete',
    '1 when the StatefulSet has pods and was observed, and every pod is there, owned, ready and told its state; else 0',
    (fleet, view) => (isFresh(fleet, view) && fleet.snapshot.blockers.length === 0 ? 1 : 0),
  ),
  fleetMetric(
    'celld_fleet_sample_timestamp_seconds',
    'When the fleet was last looked at, by the present clock',
    ({ snapshot }, { now, monotonic }) => (now - (monotonic - snapshot.sampledAt)) / 1000,
  ),
  podMetric('celld_state_up', '1 when the pod answered with its state, else 0', (_pod, state) =>
    state === undefined ? 0 : 1,
  ),
  podMetric('celld_resident_cells', 'Cells that occupy the node', (_pod, state) => state?.occupied),
  podMetric('celld_evicting', 'Cells that are being evicted', (_pod, state) => state?.evicting),
  podMetric(
    'celld_restoring',
    'Cold cells that wait for activation or are being activated',
    (_pod, state) => state?.restoring,
  ),
  podMetric('celld_resident_cell_utilization', 'Occupied cells by the residency cap, 0 to 1', (pod, state) =>
    share(state, pod.residencyCap),
  ),
  podMetric(
    'celld_shedding',
    '1 when the node refuses admission, else 0',
    (_pod, state) => state && (state.shedding === null ? 0 : 1),
  ),
  podMetric('celld_rss_bytes', 'Resident memory of the process', (_pod, state) => state?.rssBytes),
  podMetric(
    'celld_in_use_bytes',
    'Resident memory less what the allocator keeps',
    (_pod, state) => state?.inUseBytes,
  ),
  podMetric(
    'celld_cgroup_current_bytes',
    'Memory of the container; from celld 0.4',
    (_pod, state) => state?.cgroupCurrentBytes,
  ),
  podMetric(
    'celld_cgroup_working_set_bytes',
    'Memory of the container less its inactive file cache; from celld 0.4',
    (_pod, state) => state?.cgroupWorkingSetBytes,
  ),
  podMetric(
    'celld_container_restarts',
    'Restarts of the container, as the kubelet counts them; also while the node does not answer',
    ({ container }) => container.restarts,
  ),
  podMetric(
    'celld_self_fenced',
    '1 when the container last ended with exit code 3: celld had lost its lease; else 0',
    ({ container }) => (container.lastExit?.code === 3 ? 1 : 0),
  ),
  podMetric(
    'celld_capacity_waiting',
    'Cells that wait behind the residency cap; from celld 0.2.1',
    (_pod, state) => state?.capacityWaiting,
  ),
  podMetric(
    'celld_memory_headroom',
    'Spare memory as the node tells it; 1 and 0 where it says yes and no; from celld 0.5',
    (_pod, state) => state?.memoryHeadroom,
  ),
  podMetric('celld_pod_ready', '1 when the pod is ready, else 0', ({ isReady }) => (isReady ? 1 : 0)),
  fleetMetric(
    'celld_fleet_replicas',
    'Pods that the StatefulSet should have',
    ({ snapshot }) => snapshot.set?.replicas,
  ),
  {
    name: 'celld_fleet_phase',
    type: 'gauge',
    labels: [...FLEET_LABELS, 'phase'],
    help: '1 for the phase that the fleet is in, 0 for the others',
    samples: ({ fleets }) =>
      fleets.flatMap((fleet) =>
        PHASES.map((phase) => ({
          labels: { ...fleetLabels(fleet), phase },
          value: fleet.verdict.phase === phase ? 1 : 0,
        })),
      ),
  },
  {
    name: 'celld_fleet_pods_by_version',
    type: 'gauge',
    labels: [...FLEET_LABELS, 'version'],
    help: 'Pods by the version of their celld; "unknown" where the image does not say',
    samples: ({ fleets }) =>
      fleets.flatMap((fleet) =>
        [...podsByVersion(fleet)].map(([version, value]) => ({
          labels: { ...fleetLabels(fleet), version },
          value,
        })),
      ),
  },
  fleetMetric(
    'celld_rollout_partition',
    `Ordinals from this one on are released; ${CLOSED_PARTITION} is closed`,
    ({ snapshot }) => snapshot.set && (snapshot.set.partition ?? 0),
  ),
  fleetMetric(
    'celld_rollout_pods_updated',
    'Pods on the newest template',
    ({ snapshot: { set, pods } }) =>
      set && pods.filter(({ revision }) => revision === set.updateRevision).length,
  ),
  fleetMetric(
    'celld_rollout_active',
    '1 while a rollout Job holds the Lease of the fleet, else 0',
    ({ view }) => (view.isJobAtWork ? 1 : 0),
  ),
  fleetMetric(
    'celld_rollout_last_step_timestamp_seconds',
    'When a rollout Job last wrote the StatefulSet',
    ({ view }) => view.lastStep && view.lastStep / 1000,
  ),
  fleetMetric(
    'celld_rollout_seconds_since_last_step',
    'Seconds since a rollout Job last wrote the StatefulSet',
    ({ view }, { now }) => view.lastStep && Math.max(0, (now - view.lastStep) / 1000),
  ),
  {
    name: 'celld_rollout_refused',
    type: 'gauge',
    labels: [...FLEET_LABELS, 'reason'],
    help: '1 while the last Job of the fleet refused, with the reason',
    samples: ({ fleets }) =>
      fleets.flatMap((fleet) => {
        const job = fleet.view.app?.lastJob;
        return job?.isRefused === true
          ? [{ labels: { ...fleetLabels(fleet), reason: job.reason }, value: 1 }]
          : [];
      }),
  },
  ownGauge(
    'celld_exporter_leader',
    '1 when this replica writes the status of WorkerApps, else 0',
    ({ isLeader }) => (isLeader ? 1 : 0),
  ),
  ownGauge('celld_exporter_fleets', 'Fleets that are published', ({ fleets }) => fleets.length),
  ownGauge(
    'celld_exporter_sweep_seconds',
    'Seconds that the last sweep over all fleets took',
    ({ health }) => health.sweepSeconds,
  ),
  ownGauge(
    'celld_exporter_slow_pods',
    'Pods that failed at least twice in a row',
    ({ slowPods }) => slowPods,
  ),
  ownGauge('celld_exporter_open_sockets', 'Connections to pods, idle ones too', ({ sockets }) => sockets),
  ownCounter('celld_exporter_lists_total', 'Sweeps whose lists were read', ({ health }) => health.lists),
  ownCounter('celld_exporter_sweeps_total', 'Sweeps that are done', ({ health }) => health.sweeps),
  ownCounter(
    'celld_exporter_failures_total',
    'Lists and sweeps of a fleet that failed',
    ({ health }) => health.failures,
  ),
  ownCounter(
    'celld_exporter_scaler_refusals_total',
    'Questions of a scaler that were answered with 503',
    ({ health }) => health.scalerRefusals,
  ),
  ownCounter(
    'celld_exporter_status_writes_total',
    'Statuses of WorkerApps that were written',
    ({ health }) => health.statusWrites,
  ),
  ownCounter(
    'celld_exporter_status_failures_total',
    'Statuses of WorkerApps that could not be written',
    ({ health }) => health.statusFailures,
  ),
  {
    name: 'celld_exporter_info',
    type: 'gauge',
    labels: ['version'],
    help: 'Always 1; the label is the version of the exporter',
    samples: ({ version }) => [{ labels: { version }, value: 1 }],
  },
];

function podsByVersion({ snapshot }: PublishedFleet): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { version } of snapshot.pods) {
    const text = version === undefined ? 'unknown' : formatVersion(version);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}
