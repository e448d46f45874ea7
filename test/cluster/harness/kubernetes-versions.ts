import { join } from 'node:path';
import type { GoProgram } from './go-program.ts';

/** Every Kubernetes that the suite can be run on. A row needs its own go.mod beside main.go, made by `go mod tidy -modfile`. */
const KUBERNETES = {
  '1.34': { modfile: 'v1.34.mod', version: 'v1.34.4' },
  '1.36': { modfile: 'go.mod', version: 'v1.36.3' },
} as const satisfies Record<string, { readonly modfile: string; readonly version: string }>;

export type KubernetesMinor = keyof typeof KUBERNETES;

export const OLDEST_KUBERNETES: KubernetesMinor = '1.34';
export const NEWEST_KUBERNETES: KubernetesMinor = '1.36';

/** The minor that CLUSTER_KUBERNETES asks for, else the newest. */
export function wantedKubernetes(wanted: string | undefined): KubernetesMinor {
  if (wanted === undefined) return NEWEST_KUBERNETES;
  if (isKnown(wanted)) return wanted;
  const known = Object.keys(KUBERNETES).join(', ');
  throw new Error(`Cannot run on Kubernetes ${wanted}: CLUSTER_KUBERNETES must be one of ${known}`);
}

/** etcd, API server, controller manager and kubectl of one Kubernetes as one program. */
export function controlPlaneProgram(minor: KubernetesMinor): GoProgram {
  const { modfile, version } = KUBERNETES[minor];
  const [major = '', minorNumber = ''] = minor.split('.');
  const variables = { gitVersion: version, gitMajor: major, gitMinor: minorNumber, gitTreeState: 'clean' };
  return {
    folder: join(import.meta.dirname, '../go/control-plane'),
    modfile,
    variables: Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [`k8s.io/component-base/version.${name}`, value]),
    ),
    names: ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl'],
  };
}

function isKnown(wanted: string): wanted is KubernetesMinor {
  return Object.hasOwn(KUBERNETES, wanted);
}
