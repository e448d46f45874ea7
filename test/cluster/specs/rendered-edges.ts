import type { JsonObject } from '../../../documents/json.ts';
import { ACCEPTED } from './accepted.ts';

/** A WorkerApp at a bound of the schema, to be rendered and applied like an example. */
export interface RenderedEdge {
  readonly what: string;
  readonly name: string;
  /** Fields over MINIMAL_SPEC. */
  readonly fields: JsonObject;
  /** Settings of the platform file over OPEN_PLATFORM. */
  readonly platform?: JsonObject;
}

const LONGEST_NAME = 'a'.repeat(46);
const AUTOSCALING = { enabled: true, minReplicas: 1, maxReplicas: 1000, targets: { p95LatencyMs: 1 } };

/** One tenant who may do what these rows do. */
export const OPEN_PLATFORM = {
  apiVersion: 'celld-gitops.io/v1alpha1',
  kind: 'Platform',
  tenants: [
    {
      projects: ['*'],
      namespaces: ['*'],
      imagePrefixes: ['ghcr.io/denoland/celld:'],
      bucketPrefixes: ['*'],
      hostnames: ['*'],
      priorityClasses: ['*'],
      imagePullSecrets: ['*'],
      tolerations: [{ key: '*', values: ['*'], effects: ['*'] }],
      podLabels: [{ key: 'example.com/team', values: ['*'] }],
      podAnnotations: [{ key: 'example.com/note', values: ['*'] }],
      serviceAnnotations: [{ key: 'example.com/internal', values: ['*'] }],
    },
  ],
} as const satisfies JsonObject;

export const RENDERED_EDGES: readonly RenderedEdge[] = [
  {
    what: 'the longest name with every optional object',
    name: LONGEST_NAME,
    fields: { hostnames: ['*.chat.example.com'], autoscaling: AUTOSCALING, storage: { sizeGi: 1 } },
    platform: {
      mesh: { mode: 'ambient' },
      autoscaling: { prometheusAddress: 'http://prometheus.monitoring.svc:9090' },
    },
  },
  {
    what: 'quantities that the API server writes with another suffix',
    name: 'suffixes',
    fields: {
      storage: { sizeGi: 1024 },
      resources: { cpuMillis: 1000, memoryGi: 2048, ephemeralStorageGi: 3072 },
    },
  },
  {
    what: 'quantities that the API server writes with a suffix higher still',
    name: 'higher',
    fields: { resources: { cpuMillis: 1_000_000, memoryGi: 65_536, ephemeralStorageGi: 65_536 } },
  },
  {
    what: 'the largest quantities',
    name: 'largest',
    fields: {
      storage: { sizeGi: 65_536 },
      resources: { cpuMillis: 999_999, memoryGi: 65_535, ephemeralStorageGi: 65_535 },
    },
  },
  {
    what: 'the smallest quantities',
    name: 'smallest',
    fields: { resources: { cpuMillis: 1, memoryGi: 1, ephemeralStorageGi: 1, maxResidentCells: 1 } },
  },
  {
    what: 'every addition to the pods',
    name: 'additions',
    fields: {
      ...ACCEPTED['a pod template with every addition'],
      ...ACCEPTED['every kind of toleration'],
      service: { annotations: { 'example.com/internal': 'true' } },
    },
  },
  {
    what: 'an Ingress and a NodePort',
    name: 'ingress',
    fields: { hostnames: ['chat.example.com', 'chat.example.org'], service: { type: 'NodePort' } },
    platform: { ingress: { mode: 'ingress', ingressClass: 'nginx', clusterIssuer: 'letsencrypt' } },
  },
  {
    what: 'an HTTPRoute with retries, on the experimental channel',
    name: 'retries',
    fields: { hostnames: ['chat.example.com'], websockets: true },
    platform: { ingress: { mode: 'httproute', httpRouteRetries: true } },
  },
  {
    what: 'a VirtualService and a sidecar mesh',
    name: 'sidecar',
    fields: { hostnames: ['chat.example.com'], service: { type: 'LoadBalancer' } },
    platform: {
      ingress: { mode: 'virtualservice', istioGateways: ['infra/edge'] },
      mesh: { mode: 'sidecar' },
    },
  },
];
