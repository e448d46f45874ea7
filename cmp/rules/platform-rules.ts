import type { Finding } from '../finding.ts';
import type { Rule } from './context.ts';

/** Settings that this platform cannot serve. Refused rather than left out: nobody would see why nothing arrives. */
const checkHostnames: Rule = ({ app, platform }) => {
  if ((app.spec.hostnames ?? []).length === 0 || platform.ingress.mode !== 'none') return [];
  return [
    {
      code: 'INGRESS_OFF',
      path: ['spec', 'hostnames'],
      message:
        'spec.hostnames must be absent: the platform file sets ingress.mode none, so no route would be made',
      hint: 'delete hostnames, or ask the platform team for an ingress mode',
      target: 'key',
    },
  ];
};

/** An HTTPRoute takes so many host names; the API server would refuse it when the fleet is applied already. Source: facts/scaling.md 4. */
const MOST_ROUTE_HOSTNAMES = 16;

const checkHostnameCount: Rule = ({ app, platform }) => {
  const count = (app.spec.hostnames ?? []).length;
  if (platform.ingress.mode !== 'httproute' || count <= MOST_ROUTE_HOSTNAMES) return [];
  return [
    {
      code: 'HOSTNAMES_TOO_MANY',
      path: ['spec', 'hostnames'],
      message: `spec.hostnames must have at most ${MOST_ROUTE_HOSTNAMES} names: an HTTPRoute takes no more, and it has ${count}`,
      hint: 'use a wildcard such as "*.chat.example.com"',
      target: 'key',
    },
  ];
};

const IP_ADDRESS = /^[0-9.]+$/;

/** Routes are by name: the APIs of all of them refuse an address. */
const checkHostnameForm: Rule = ({ app }) =>
  (app.spec.hostnames ?? []).flatMap((hostname, index): readonly Finding[] =>
    IP_ADDRESS.test(hostname)
      ? [
          {
            code: 'HOSTNAME_ADDRESS',
            path: ['spec', 'hostnames', index],
            message: 'the host name must be a name: it is an IP address',
            hint: 'write a DNS name such as chat.example.com',
          },
        ]
      : [],
  );

/** The latency of requests is known to Prometheus alone (DESIGN D13). */
const checkLatency: Rule = ({ app, platform }) => {
  const { enabled, targets } = app.spec.autoscaling;
  if (!enabled || targets.p95LatencyMs === undefined) return [];
  if (platform.autoscaling.prometheusAddress !== undefined) return [];
  return [
    {
      code: 'AUTOSCALING_PROMETHEUS',
      path: ['spec', 'autoscaling', 'targets', 'p95LatencyMs'],
      message: 'spec.autoscaling.targets.p95LatencyMs needs Prometheus: the platform file names none',
      hint: 'delete the target, or ask the platform team to set autoscaling.prometheusAddress',
      target: 'key',
    },
  ];
};

/** A sink that contradicts the collector beside it: celld takes one of them, and nobody would know which. */
const checkTelemetry: Rule = ({ app }) => {
  const { sink, otlpEndpoint } = app.spec.telemetry;
  if (sink !== 'bucket' || otlpEndpoint === undefined) return [];
  return [
    {
      code: 'TELEMETRY_SINK',
      path: ['spec', 'telemetry', 'otlpEndpoint'],
      message: 'spec.telemetry.otlpEndpoint must be absent with sink bucket: it would never be used',
      hint: 'delete otlpEndpoint, or write sink: otlp',
      target: 'key',
    },
  ];
};

export const PLATFORM_RULES: readonly Rule[] = [
  checkHostnames,
  checkHostnameCount,
  checkHostnameForm,
  checkLatency,
  checkTelemetry,
];
