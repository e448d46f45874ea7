import { join } from 'node:path';
import type { ControlPlanePaths } from './control-plane-files.ts';

export interface ControlPlanePorts {
  readonly etcdClients: number;
  readonly etcdPeers: number;
  readonly api: number;
}

/** What a suite may ask of its control plane. */
export interface ControlPlaneChoices {
  /** `--controllers` of the controller manager; facts/proven.md 1 says why the default leaves three out. */
  readonly controllers?: readonly string[];
  /** `--feature-gates` of API server and controller manager. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /** Folder of `clusterCertificates()`: API servers of others, such as KEDA's metrics adapter, can be aggregated. */
  readonly aggregation?: string;
}

/** Without a kubelet these three would taint nodes and collect pods whose Node stays silent. */
const DEFAULT_CONTROLLERS = [
  '*',
  '-node-lifecycle-controller',
  '-pod-garbage-collector-controller',
  '-taint-eviction-controller',
];

/** Only what namespaces need to come and go: nothing but the API server then touches the objects under test. */
export const NAMESPACE_CONTROLLERS = [
  'namespace-controller',
  'serviceaccount-controller',
  'garbage-collector-controller',
  'clusterrole-aggregation-controller',
];

export function etcdFlags(paths: ControlPlanePaths, ports: ControlPlanePorts): readonly string[] {
  const clients = `http://127.0.0.1:${String(ports.etcdClients)}`;
  const peers = `http://127.0.0.1:${String(ports.etcdPeers)}`;
  return [
    `--data-dir=${paths.etcdData}`,
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=default=${peers}`,
    '--unsafe-no-fsync',
    '--log-level=warn',
  ];
}

export function apiServerFlags(
  paths: ControlPlanePaths,
  ports: ControlPlanePorts,
  choices: ControlPlaneChoices,
): readonly string[] {
  return [
    `--etcd-servers=http://127.0.0.1:${String(ports.etcdClients)}`,
    '--bind-address=127.0.0.1',
    // A loopback address is refused here; this one is for documentation only and reaches nobody.
    '--advertise-address=192.0.2.1',
    '--endpoint-reconciler-type=none',
    `--secure-port=${String(ports.api)}`,
    `--cert-dir=${paths.certificates}`,
    `--token-auth-file=${paths.tokens}`,
    '--authorization-mode=RBAC',
    '--anonymous-auth=false',
    '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
    `--service-account-signing-key-file=${paths.signingKey}`,
    `--service-account-key-file=${paths.verifyingKey}`,
    '--service-cluster-ip-range=10.0.0.0/16',
    `--audit-policy-file=${paths.auditPolicy}`,
    `--audit-log-path=${paths.auditLog}`,
    '--profiling=false',
    ...aggregationFlags(choices),
    ...featureGateFlags(choices),
  ];
}

export function controllerManagerFlags(
  paths: ControlPlanePaths,
  choices: ControlPlaneChoices,
): readonly string[] {
  return [
    `--kubeconfig=${paths.managerKubeconfig}`,
    `--service-account-private-key-file=${paths.signingKey}`,
    `--root-ca-file=${paths.authority}`,
    '--use-service-account-credentials',
    '--leader-elect=false',
    // At its default of 20 requests a second it takes five seconds until every controller runs.
    '--kube-api-qps=500',
    '--kube-api-burst=1000',
    '--secure-port=0',
    '--profiling=false',
    `--controllers=${(choices.controllers ?? DEFAULT_CONTROLLERS).join(',')}`,
    ...featureGateFlags(choices),
  ];
}

/** How the API server introduces itself, and whoever it speaks for, to an aggregated one. */
function aggregationFlags({ aggregation }: ControlPlaneChoices): readonly string[] {
  if (aggregation === undefined) return [];
  return [
    `--requestheader-client-ca-file=${join(aggregation, 'ca.crt')}`,
    '--requestheader-allowed-names=front-proxy',
    '--requestheader-username-headers=X-Remote-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    `--proxy-client-cert-file=${join(aggregation, 'proxy.crt')}`,
    `--proxy-client-key-file=${join(aggregation, 'proxy.key')}`,
  ];
}

function featureGateFlags({ featureGates = {} }: ControlPlaneChoices): readonly string[] {
  const gates = Object.entries(featureGates).map(([name, on]) => `${name}=${String(on)}`);
  return gates.length === 0 ? [] : [`--feature-gates=${gates.join(',')}`];
}
