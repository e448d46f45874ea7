import { LONGEST_START_SECONDS } from '../../fleet/bounds.ts';
import { KNOWN_MINORS } from '../../fleet/celld-versions.ts';
import type { ResolvedPlatform } from '../../schemas/platform.generated.ts';
import type { Finding } from '../finding.ts';
import { KEY_REASONS, keyOwner } from '../reserved-keys.ts';
import { isUrl } from './url.ts';

/** Settings that need each other. */
export function checkPlatformSettings(platform: ResolvedPlatform): readonly Finding[] {
  return [
    ...checkIngress(platform),
    ...checkIngressAnnotations(platform),
    ...checkPrometheus(platform),
    ...checkUrls(platform),
    ...checkRollout(platform),
    ...checkMinors(platform),
  ];
}

function checkIngress({ ingress }: ResolvedPlatform): readonly Finding[] {
  if (ingress.mode !== 'virtualservice' || ingress.istioGateways.length > 0) return [];
  return [
    {
      code: 'PLATFORM_NEEDS_SETTING',
      path: ['ingress', 'istioGateways'],
      message: 'ingress.istioGateways must name a gateway in mode virtualservice: it is empty',
      hint: 'name gateways as namespace/name, or write "mesh" for traffic inside the mesh only',
    },
  ];
}

/** They reach every Ingress: hooks, waves, sync options and keys of fleets are refused here as they are from a tenant (T6). */
function checkIngressAnnotations({ ingress }: ResolvedPlatform): readonly Finding[] {
  return Object.keys(ingress.annotations).flatMap((key): readonly Finding[] => {
    const owner = keyOwner(key);
    if (owner === undefined) return [];
    const message = `ingress.annotations must not have "${key}": ${KEY_REASONS[owner]}`;
    const path = ['ingress', 'annotations', key];
    return [{ code: 'KEY_RESERVED', path, message, hint: 'delete the key', target: 'key' }];
  });
}

function checkPrometheus({ autoscaling }: ResolvedPlatform): readonly Finding[] {
  if (autoscaling.source !== 'prometheus' || autoscaling.prometheusAddress !== undefined) return [];
  return [
    {
      code: 'PLATFORM_NEEDS_SETTING',
      path: ['autoscaling', 'prometheusAddress'],
      message: 'autoscaling.prometheusAddress must be set with source prometheus: it is absent',
      hint: 'write the base URL of Prometheus, such as http://prometheus-operated.monitoring.svc:9090',
    },
  ];
}

function checkUrls({ autoscaling, exporter }: ResolvedPlatform): readonly Finding[] {
  const urls = [
    { path: ['exporter', 'url'], url: exporter.url },
    { path: ['autoscaling', 'prometheusAddress'], url: autoscaling.prometheusAddress },
  ];
  return urls.flatMap(({ path, url }) =>
    url === undefined || isUrl(url)
      ? []
      : [
          {
            code: 'PLATFORM_URL' as const,
            path,
            message: `${path.join('.')} must be a URL without user, query and fragment`,
            hint: 'write scheme, host and port; credentials for KEDA belong in a TriggerAuthentication',
          },
        ],
  );
}

function checkRollout({ rollout }: ResolvedPlatform): readonly Finding[] {
  const least = LONGEST_START_SECONDS + rollout.settleSeconds;
  const findings: Finding[] = [];
  if (rollout.stepDeadlineSeconds < least) {
    findings.push({
      code: 'PLATFORM_BOUND',
      path: ['rollout', 'stepDeadlineSeconds'],
      message: `rollout.stepDeadlineSeconds must be >= ${least}: current value is ${rollout.stepDeadlineSeconds}`,
      hint: `the longest documented start takes ${LONGEST_START_SECONDS} s, and the settle time comes on top`,
    });
  }
  if (rollout.jobDeadlineSeconds < rollout.stepDeadlineSeconds) {
    findings.push({
      code: 'PLATFORM_BOUND',
      path: ['rollout', 'jobDeadlineSeconds'],
      message: `rollout.jobDeadlineSeconds must be >= rollout.stepDeadlineSeconds: current values are ${rollout.jobDeadlineSeconds} and ${rollout.stepDeadlineSeconds}`,
      hint: 'a Job that ends before its first step could never report why',
    });
  }
  return findings;
}

function checkMinors({ knownMinors }: ResolvedPlatform): readonly Finding[] {
  const newest = KNOWN_MINORS.at(-1) ?? '';
  return knownMinors.flatMap((minor, index) =>
    isNewerMinor(minor, newest)
      ? []
      : [
          {
            code: 'PLATFORM_MINOR' as const,
            path: ['knownMinors', index],
            message: `knownMinors must name minors newer than ${newest}: "${minor}" is not`,
            hint: `delete it: ${KNOWN_MINORS.join(', ')} are known, and older ones cannot be rendered`,
          },
        ],
  );
}

function isNewerMinor(minor: string, than: string): boolean {
  const [major = 0, line = 0] = minor.split('.').map(Number);
  const [otherMajor = 0, otherLine = 0] = than.split('.').map(Number);
  return major > otherMajor || (major === otherMajor && line > otherLine);
}
