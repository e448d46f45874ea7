import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moduleFolder, type PinnedModule } from './go.ts';

/** CRDs of somebody else, read from the Go module that ships them and never copied into this repository. */
export interface CrdSource extends PinnedModule {
  readonly folder: string;
  /** Only the kinds that we render or let pass: the others are megabytes of schema that nothing here reads. */
  readonly files: readonly string[];
}

const GATEWAY_API = {
  path: 'sigs.k8s.io/gateway-api',
  version: 'v1.6.3',
  sum: 'h1:lKpJa5bGlraC/QeACvCpsHLdmO6y0iKfzVl6gzaFEYc=',
  files: ['gatewayclasses', 'gateways', 'httproutes', 'referencegrants'].map(
    (kind) => `gateway.networking.k8s.io_${kind}.yaml`,
  ),
} as const;

/** Its standard channel prunes `retry` of HTTPRoute, its experimental channel knows it (bug row A16). */
export type GatewayChannel = 'standard' | 'experimental';

/** Every third party whose kinds we render, in the one version that the suite uses. */
export const THIRD_PARTY_CRDS = {
  gatewayApiStandard: { ...GATEWAY_API, folder: 'config/crd/standard' },
  gatewayApiExperimental: { ...GATEWAY_API, folder: 'config/crd/experimental' },
  istio: {
    path: 'istio.io/api',
    version: 'v1.32.0',
    sum: 'h1:37mJvg9I0biYZAEQF+MATs4FNeCpXEIVO3LFpVb6iNM=',
    folder: 'kubernetes',
    files: ['customresourcedefinitions.gen.yaml'],
  },
  keda: {
    path: 'github.com/kedacore/keda/v2',
    version: 'v2.21.0',
    sum: 'h1:R6z2HZvstK4RLUMxroNACzBj74xGxt3kG59b5Xc+Xps=',
    folder: 'config/crd/bases',
    files: [
      'keda.sh_scaledobjects.yaml',
      'keda.sh_triggerauthentications.yaml',
      'keda.sh_clustertriggerauthentications.yaml',
    ],
  },
  certManager: {
    path: 'github.com/cert-manager/cert-manager',
    version: 'v1.21.2',
    sum: 'h1:UWgoYM+KLNtRlqmoWOKjKBOBUPVHeepQ6/ac3ERJW68=',
    folder: 'deploy/crds',
    files: ['certificates', 'issuers', 'clusterissuers'].map((kind) => `cert-manager.io_${kind}.yaml`),
  },
  prometheusOperator: {
    path: 'github.com/prometheus-operator/prometheus-operator',
    version: 'v0.85.0',
    sum: 'h1:M5xLCLEoaW2IJfnuCwFzzpL+jSVQu3KGT84Pye+fW8s=',
    folder: 'example/prometheus-operator-crd',
    files: ['servicemonitors', 'podmonitors', 'prometheusrules'].map(
      (kind) => `monitoring.coreos.com_${kind}.yaml`,
    ),
  },
  argoCd: {
    path: 'github.com/argoproj/argo-cd/v3',
    version: 'v3.2.11',
    sum: 'h1:3hkR11XCp/nlyM2cWr3qeUSGuZgi3JkFdMpzgL5qOR8=',
    folder: 'manifests/crds',
    files: ['application-crd.yaml', 'applicationset-crd.yaml', 'appproject-crd.yaml'],
  },
} as const satisfies Record<string, CrdSource>;

/** What a suite installs: everybody once, the Gateway API in one of its channels. */
export function crdSources(channel: GatewayChannel): readonly CrdSource[] {
  const { gatewayApiStandard, gatewayApiExperimental, ...others } = THIRD_PARTY_CRDS;
  const gatewayApi = channel === 'standard' ? gatewayApiStandard : gatewayApiExperimental;
  return [gatewayApi, ...Object.values(others)];
}

/** The text of the definitions, one per file. */
export async function readCrdSource(source: CrdSource): Promise<readonly string[]> {
  const folder = join(await moduleFolder(source), source.folder);
  return Promise.all(source.files.map((file) => readFile(join(folder, file), 'utf8')));
}
