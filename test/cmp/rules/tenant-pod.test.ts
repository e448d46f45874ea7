import { testTable } from './table.ts';
import type { Case, Tree } from './judge.ts';
import type { Row } from './table.ts';

const otlp = (otlpEndpoint: string, allowed: readonly string[]): Case => ({
  spec: { telemetry: { otlpEndpoint } },
  tenant: { otlpEndpoints: allowed },
});
const toleration = (given: Tree, ...tolerations: readonly Tree[]): Case => ({
  spec: { scheduling: { tolerations: [given] } },
  tenant: { tolerations },
});
const SPOT = { key: 'spot', values: ['yes'], effects: ['NoSchedule'] };

const ROWS: readonly Row[] = [
  [
    'T9: refuses a Service annotation for DNS',
    {
      spec: { service: { annotations: { 'external-dns.alpha.kubernetes.io/hostname': 'shop.example.com' } } },
    },
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T9: refuses another value of a listed annotation, without showing it',
    {
      spec: { service: { annotations: { 'example.com/scheme': 'hunter2' } } },
      tenant: { serviceAnnotations: [{ key: 'example.com/scheme', values: ['internal'] }] },
    },
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'allows a listed annotation with a listed value',
    {
      spec: { service: { annotations: { 'example.com/scheme': 'internal' } } },
      tenant: { serviceAnnotations: [{ key: 'example.com/scheme', values: ['internal'] }] },
    },
    [],
  ],
  [
    'allows any value where the list says so',
    {
      spec: { podTemplate: { labels: { team: 'a' } } },
      tenant: { podLabels: [{ key: 'team', values: ['*'] }] },
    },
    [],
  ],
  [
    'T9: refuses sidecar.istio.io/proxyImage',
    { spec: { podTemplate: { annotations: { 'sidecar.istio.io/proxyImage': 'evil/proxy' } } } },
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T9: refuses traffic.sidecar.istio.io/excludeInboundPorts',
    { spec: { podTemplate: { annotations: { 'traffic.sidecar.istio.io/excludeInboundPorts': '8081' } } } },
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T9: refuses istio.io/dataplane-mode',
    { spec: { podTemplate: { labels: { 'istio.io/dataplane-mode': 'none' } } } },
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T9: refuses the Vault agent',
    { spec: { podTemplate: { annotations: { 'vault.hashicorp.com/agent-inject': 'true' } } } },
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T9: refuses a priority class',
    { spec: { podTemplate: { priorityClassName: 'system-node-critical' } } },
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'allows a listed priority class',
    { spec: { podTemplate: { priorityClassName: 'tenant' } }, tenant: { priorityClasses: ['tenant'] } },
    [],
  ],
  ['allows a listed toleration', toleration({ key: 'spot', value: 'yes', effect: 'NoSchedule' }, SPOT), []],
  [
    'T9: refuses a toleration of everything',
    toleration({ operator: 'Exists' }, SPOT),
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T9: refuses a toleration of any value',
    toleration({ key: 'spot', operator: 'Exists', effect: 'NoSchedule' }, SPOT),
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T9: refuses a toleration of any effect',
    toleration({ key: 'spot', value: 'yes' }, SPOT),
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'allows a toleration of everything where the list says so',
    toleration({ operator: 'Exists' }, { key: '*', values: ['*'], effects: ['*'] }),
    [],
  ],
  [
    'T9: refuses a collector that is not listed',
    otlp('http://evil.example.com:4318', ['http://c.monitoring.svc:4318']),
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'T9: refuses another port of a listed collector',
    otlp('http://c.monitoring.svc:9090', ['http://c.monitoring.svc:4318']),
    ['TENANT_NOT_ALLOWED'],
  ],
  ['refuses a collector whose port is none', otlp('http://c.monitoring.svc:99999', ['*']), ['OTLP_ENDPOINT']],
  [
    'allows a listed collector with a path and other letters',
    otlp('http://C.monitoring.svc:4318/v1', ['http://c.monitoring.svc:4318']),
    [],
  ],
  ['takes the default port for written', otlp('https://c.example.com:443/v1', ['https://c.example.com']), []],
  [
    'refuses a pull Secret where the list is narrowed',
    {
      spec: { podTemplate: { imagePullSecrets: [{ name: 'other' }] } },
      tenant: { imagePullSecrets: ['pull'] },
    },
    ['TENANT_NOT_ALLOWED'],
  ],
  [
    'allows any pull Secret of the namespace',
    { spec: { podTemplate: { imagePullSecrets: [{ name: 'pull' }] } } },
    [],
  ],
];

testTable('tenant rules for pods: checkWorkerApp()', ROWS, new URL('golden/tenant-pod.txt', import.meta.url));
