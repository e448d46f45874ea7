import type { JsonObject } from '../../documents/json.ts';
import { commonView, type AppContext } from './app-context.ts';

/** Seconds that load must stay low before a pod is taken away; WebSockets make a move dearer. facts/operators.md A5. */
const SCALE_DOWN_WINDOW = 600;
const SCALE_DOWN_WINDOW_WEBSOCKETS = 1800;
/** One shedding pod is enough: the trigger's value is 0 or 1. */
const SHEDDING_THRESHOLD = '0.5';
/** Seconds after which a sweep is too old to scale by. */
const FRESH_SECONDS = 60;

export function scaledObjectView(context: AppContext): JsonObject {
  const { autoscaling, websockets } = context.app.spec;
  return {
    ...commonView(context),
    minReplicas: autoscaling.minReplicas,
    maxReplicas: autoscaling.maxReplicas,
    scaleDownWindowSeconds: websockets ? SCALE_DOWN_WINDOW_WEBSOCKETS : SCALE_DOWN_WINDOW,
    triggers: triggers(context),
  };
}

function triggers(context: AppContext): JsonObject[] {
  const { residentCellUtilization, p95LatencyMs } = context.app.spec.autoscaling.targets;
  const utilization = (residentCellUtilization / 100).toFixed(2);
  const load =
    context.platform.autoscaling.source === 'exporter'
      ? [
          exporterTrigger(context, 'utilization', utilization),
          exporterTrigger(context, 'shedding', SHEDDING_THRESHOLD),
        ]
      : [
          prometheusTrigger(context, {
            name: 'utilization',
            query: utilizationQuery(context),
            threshold: utilization,
          }),
          prometheusTrigger(context, {
            name: 'shedding',
            query: sheddingQuery(context),
            threshold: SHEDDING_THRESHOLD,
          }),
        ];
  if (p95LatencyMs === undefined) return load;
  const latency = { name: 'p95-latency', query: latencyQuery(context), threshold: String(p95LatencyMs) };
  return [...load, prometheusTrigger(context, latency)];
}

/** KEDA asks the exporter itself, which answers 503 when it does not know: KEDA then keeps the size (DESIGN D13). */
function exporterTrigger(context: AppContext, name: string, targetValue: string): JsonObject {
  const { namespace, url = `http://celld-gitops-exporter.${namespace}.svc:9090` } = context.platform.exporter;
  const base = url.replace(/\/+$/, '');
  return {
    type: 'metrics-api',
    name,
    metadata: {
      url: `${base}/scaler/${context.namespace}/${context.app.metadata.name}`,
      format: 'json',
      valueLocation: name,
      targetValue,
    },
  };
}

/** `ignoreNullValues: "false"`: no data is an error and keeps the size; by default KEDA reads it as 0 (facts/bug-reports.md D1). */
function prometheusTrigger(
  context: AppContext,
  trigger: { readonly name: string; readonly query: string; readonly threshold: string },
): JsonObject {
  return {
    type: 'prometheus',
    name: trigger.name,
    metadata: {
      serverAddress: context.platform.autoscaling.prometheusAddress ?? null,
      query: `(${trigger.query}) ${guard(context)}`,
      threshold: trigger.threshold,
      ignoreNullValues: 'false',
    },
  };
}

/** The value counts only while the exporter's last sweep saw every pod and is fresh. */
function guard(context: AppContext): string {
  const fleet = fleetMatchers(context);
  return [
    `and on() (min(celld_fleet_complete${fleet}) == 1)`,
    `and on() (time() - min(celld_fleet_sample_timestamp_seconds${fleet}) < ${FRESH_SECONDS})`,
  ].join(' ');
}

/** `max by (fleet_pod)` first: every replica of the exporter reports every pod. */
function utilizationQuery(context: AppContext): string {
  return `avg(max by (fleet_pod) (celld_resident_cell_utilization${fleetMatchers(context)}))`;
}

function sheddingQuery(context: AppContext): string {
  return `max(celld_shedding${fleetMatchers(context)})`;
}

/** Milliseconds. A quiet fleet answers 0 and not NaN, which older KEDA takes for "scale to the floor" (facts/scaling.md 1.7). */
function latencyQuery(context: AppContext): string {
  const matchers = [
    'reporter="destination"',
    `destination_service_name="${context.names.publicService}"`,
    `destination_service_namespace="${context.namespace}"`,
  ].join(',');
  const rate = `sum by (le) (rate(istio_request_duration_milliseconds_bucket{${matchers}}[5m]))`;
  return `(histogram_quantile(0.95, ${rate}) >= 0) or (sum(${rate}) == 0)`;
}

/** Labels that no scrape configuration renames (facts/bug-reports.md D7). */
function fleetMatchers(context: AppContext): string {
  return `{fleet_namespace="${context.namespace}",workerapp="${context.app.metadata.name}"}`;
}
