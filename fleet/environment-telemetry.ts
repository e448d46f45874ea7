import type { EnvironmentInput, TelemetrySpec } from './environment-input.ts';
import type { EnvironmentRow } from './environment-row.ts';
import { escapeExpansion } from './escape-expansion.ts';

/** Where celld sends OTLP when nobody says where; from 0.5 on it has to be said. facts/operators.md A3. */
export const DEFAULT_OTLP_ENDPOINT = 'http://localhost:4318';

/** `bucket` unless a sink or a collector is named. facts/operators.md A1. */
export function telemetrySink(telemetry: TelemetrySpec): 'off' | 'bucket' | 'otlp' {
  if (!telemetry.enabled) return 'off';
  return telemetry.sink ?? (telemetry.otlpEndpoint === undefined ? 'bucket' : 'otlp');
}

export const TELEMETRY_ROWS: readonly EnvironmentRow[] = [
  {
    name: 'CELLD_OTEL',
    since: '0.2.0',
    before: '0.5.0',
    read: ({ spec }) => (spec.telemetry.enabled ? '1' : '0'),
    shows: '1 or 0',
    source: 'facts/celld.md 3.3',
  },
  {
    name: 'CELLD_OTEL',
    since: '0.5.0',
    read: ({ spec }) => switchOrCollector(spec.telemetry),
    shows: `0, 1 for the bucket, or the collector’s URL (${DEFAULT_OTLP_ENDPOINT} if none is named)`,
    source: 'facts/celld.md 3.3, facts/operators.md A3',
  },
  {
    name: 'OTEL_SERVICE_NAME',
    since: '0.2.0',
    read: (input) => (input.spec.telemetry.enabled ? escapeExpansion(input.app) : undefined),
    shows: 'the app’s name, where telemetry is on',
    source: 'facts/operators.md A3',
  },
  {
    name: 'CELLD_OTEL_SINK',
    since: '0.2.0',
    before: '0.5.0',
    read: (input) => (hasSink(input, 'otlp') ? 'otlp' : undefined),
    shows: 'otlp, for that sink only',
    source: 'facts/celld.md 3.3 and 3.4',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    since: '0.2.0',
    before: '0.5.0',
    read: ({ spec }) => collector(spec.telemetry),
    shows: 'spec.telemetry.otlpEndpoint, for the otlp sink only; ignored from 0.5 on',
    source: 'facts/celld.md 3.3',
  },
  {
    name: 'CELLD_OTEL_RETENTION',
    since: '0.2.0',
    read: ({ spec }) => retention(spec.telemetry),
    shows: 'spec.telemetry.retention, for the bucket sink only',
    source: 'facts/celld.md 3.3',
  },
];

function hasSink({ spec }: EnvironmentInput, sink: 'bucket' | 'otlp'): boolean {
  return telemetrySink(spec.telemetry) === sink;
}

function switchOrCollector(telemetry: TelemetrySpec): string {
  const sink = telemetrySink(telemetry);
  if (sink === 'otlp') return collector(telemetry) ?? DEFAULT_OTLP_ENDPOINT;
  return sink === 'bucket' ? '1' : '0';
}

function collector(telemetry: TelemetrySpec): string | undefined {
  if (telemetrySink(telemetry) !== 'otlp' || telemetry.otlpEndpoint === undefined) return undefined;
  return escapeExpansion(telemetry.otlpEndpoint);
}

function retention(telemetry: TelemetrySpec): string | undefined {
  if (telemetrySink(telemetry) !== 'bucket' || telemetry.retention === undefined) return undefined;
  return escapeExpansion(telemetry.retention);
}
