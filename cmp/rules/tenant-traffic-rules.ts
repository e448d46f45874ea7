import type { Finding } from '../finding.ts';
import { allows, ANY } from '../platform/tenant.ts';
import { originOf } from '../platform/url.ts';
import type { Rule } from './context.ts';
import { isImageReference } from './image-reference.ts';
import { tenantFinding } from './tenant-finding.ts';

/** An image must start with a whole repository, which the platform file's own check makes sure of (T8). */
const checkImage: Rule = ({ app, tenant }) => {
  const { image } = app.spec.celld;
  if (tenant.imagePrefixes.some((prefix) => image.startsWith(prefix))) return [];
  return [
    tenantFinding(tenant, {
      list: 'imagePrefixes',
      path: ['spec', 'celld', 'image'],
      // Quoted only where it is a reference: anything else is text that nobody has checked (DESIGN D10).
      asked: isImageReference(image) ? `spec.celld.image "${image}"` : 'spec.celld.image',
    }),
  ];
};

/** True if a host name is an entry itself or lies below an entry `*.suffix`, at any depth. */
export function allowsHostname(entries: readonly string[], hostname: string): boolean {
  return entries.some(
    (entry) =>
      entry === ANY || entry === hostname || (entry.startsWith('*.') && hostname.endsWith(entry.slice(1))),
  );
}

const checkHostnames: Rule = ({ app, tenant }) =>
  (app.spec.hostnames ?? []).flatMap((hostname, index): readonly Finding[] =>
    allowsHostname(tenant.hostnames, hostname)
      ? []
      : [
          tenantFinding(tenant, {
            list: 'hostnames',
            path: ['spec', 'hostnames', index],
            asked: `host name "${hostname}"`,
          }),
        ],
  );

/** Compared as clients read it: scheme, host and port; a path below them is free. */
const checkCollector: Rule = ({ app, tenant }) => {
  const { otlpEndpoint } = app.spec.telemetry;
  if (otlpEndpoint === undefined) return [];
  const asked = originOf(otlpEndpoint);
  const path = ['spec', 'telemetry', 'otlpEndpoint'];
  if (asked === undefined) {
    return [
      {
        code: 'OTLP_ENDPOINT',
        path,
        message: 'spec.telemetry.otlpEndpoint must be a URL of a host',
        hint: 'write it as http://collector.monitoring.svc:4318',
      },
    ];
  }
  if (
    allows(
      tenant.otlpEndpoints.map((entry) => originOf(entry) ?? entry),
      asked,
    )
  )
    return [];
  return [
    tenantFinding(tenant, {
      list: 'otlpEndpoints',
      path,
      asked: `spec.telemetry.otlpEndpoint at "${asked}"`,
    }),
  ];
};

export const TENANT_TRAFFIC_RULES: readonly Rule[] = [checkImage, checkHostnames, checkCollector];
