import type { Json, JsonMap } from '../../schemas/json-schema.ts';

/** The smallest WorkerApp: required fields only. */
export const MINIMAL_APP = {
  apiVersion: 'celld-operator.io/v1alpha1',
  kind: 'WorkerApp',
  metadata: { name: 'chat' },
  spec: {
    appVersion: '3f2a9c0d1e4b5a67',
    celld: { image: 'ghcr.io/denoland/celld:v0.6.2' },
    bucket: { name: 's3://cells/chat' },
  },
} as const satisfies JsonMap;

/** Every optional block present, so that each object level exists. */
export const FULL_APP = {
  ...MINIMAL_APP,
  metadata: { name: 'chat', namespace: 'team', labels: { team: 'a' }, annotations: { 'a.example/b': 'c' } },
  spec: {
    ...MINIMAL_APP.spec,
    hostnames: ['chat.example.com', '*.chat.example.com'],
    bucket: { name: 'az://cells/chat', storageAccount: 'cells', credentialsFrom: { secretRef: 'keys' } },
    resources: { cpuMillis: 100 },
    storage: { sizeGi: 10 },
    scheduling: { nodeSelector: { disk: 'ssd' }, tolerations: [{ key: 'dedicated', operator: 'Exists' }] },
    service: { annotations: { 'a.example/b': 'c' } },
    vars: { secretRef: 'vars' },
    autoscaling: { enabled: true, targets: { p95LatencyMs: 200 } },
    telemetry: { sink: 'otlp' },
    podTemplate: {
      labels: { team: 'a' },
      annotations: { 'a.example/b': 'c' },
      imagePullSecrets: [{ name: 'registry' }],
      env: [
        { name: 'MODE', value: 'a' },
        { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'tokens', key: 'a' } } },
        { name: 'FLAG', valueFrom: { configMapKeyRef: { name: 'flags', key: 'a', optional: true } } },
      ],
    },
  },
} as const satisfies JsonMap;

type Path = readonly (string | number)[];

/** A copy with another value at the path; objects and lists on the way are made where they are missing. */
export function withValueAt(base: Json | undefined, path: Path, value: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const items = Array.isArray(base) ? (base as readonly Json[]) : [];
    return items.toSpliced(step, 1, withValueAt(items[step], rest, value));
  }
  const fields = isMap(base) ? base : {};
  return { ...fields, [step]: withValueAt(fields[step], rest, value) };
}

/** A copy without the field at the path. */
export function withoutField(base: Json, path: Path): Json {
  const [step, ...rest] = path;
  if (!isMap(base) || typeof step !== 'string') return base;
  const child = base[step];
  const others = Object.entries(base).filter(([name]) => name !== step);
  if (rest.length === 0 || child === undefined) return Object.fromEntries(others);
  return { ...base, [step]: withoutField(child, rest) };
}

/** `spec.podTemplate.env.0.name` as steps; digits are list positions. */
export function steps(path: string): Path {
  return path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
