/** What the exporter counts of itself since it was started. The counters only grow. */
export interface HealthCounts {
  readonly lists: number;
  readonly sweeps: number;
  readonly failures: number;
  readonly statusWrites: number;
  readonly statusFailures: number;
  readonly scalerRefusals: number;
  /** Of the last sweep that is done; undefined before the first. */
  readonly sweepSeconds: number | undefined;
}

export interface ExporterHealth {
  count(what: 'lists' | 'failures' | 'statusWrites' | 'statusFailures' | 'scalerRefusals'): void;
  swept(seconds: number): void;
  read(): HealthCounts;
}

export function exporterHealth(): ExporterHealth {
  let counts: HealthCounts = {
    lists: 0,
    sweeps: 0,
    failures: 0,
    statusWrites: 0,
    statusFailures: 0,
    scalerRefusals: 0,
    sweepSeconds: undefined,
  };
  return {
    count: (what) => {
      counts = { ...counts, [what]: counts[what] + 1 };
    },
    swept: (seconds) => {
      counts = { ...counts, sweeps: counts.sweeps + 1, sweepSeconds: seconds };
    },
    read: () => counts,
  };
}
