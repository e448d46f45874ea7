import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../documents/json.ts';
import type { ControlPlane } from './control-plane.ts';
import { writeAccountKubeconfig } from './harness/account-kubeconfig.ts';
import { freePorts } from './harness/free-ports.ts';
import { moduleFolder } from './harness/go.ts';
import { buildGoProgram } from './harness/go-program.ts';
import { textAt } from './harness/json-at.ts';
import { KEDA_PROGRAM } from './harness/keda-program.ts';
import { applyObjects, kustomize } from './harness/kustomize.ts';
import { run, startServer, type Server } from './harness/processes.ts';
import { THIRD_PARTY_CRDS } from './harness/third-party-crds.ts';
import { listens, waitForServers } from './harness/wait-for-servers.ts';

/** A running KEDA operator and, where it was asked for, the metrics adapter that HPAs read. */
export interface Keda {
  readonly operator: Server;
  readonly adapter: Server | undefined;
  stop(): Promise<void>;
}

export interface KedaChoices {
  /** Of `clusterCertificates()`, the ones that the control plane was started with. */
  readonly certificates: string;
  /** Starts the metrics adapter too. */
  readonly adapter?: boolean;
}

const NAMESPACE = 'keda';
const PARTS = ['crd', 'general', 'service_account', 'rbac', 'metrics-server'];
const SERVICE = 'keda-metrics-apiserver';

/** A folder with what API server, adapter and operator trust each other by, for `startControlPlane({ aggregation })`. */
export async function clusterCertificates(): Promise<string> {
  const programs = await buildGoProgram(KEDA_PROGRAM);
  const folder = await mkdtemp(join(tmpdir(), 'celld-gitops-certificates-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { code, stderr } = await run(join(programs, 'keda-certificates'), [folder]);
  if (code !== 0) throw new Error(`Cannot make certificates: ${stderr.trim()}`);
  return folder;
}

/** Builds KEDA if need be, installs it as its own manifests say, and starts it on a control plane. */
export async function startKeda(
  plane: ControlPlane,
  { certificates, adapter = false }: KedaChoices,
): Promise<Keda> {
  const programs = await buildGoProgram(KEDA_PROGRAM);
  const root = await mkdtemp(join(tmpdir(), 'celld-gitops-keda-'));
  const account = join(root, 'operator.kubeconfig');
  const started: Server[] = [];
  const stop = async () => {
    await Promise.all(started.map((server) => server.stop()));
    await rm(root, { recursive: true, force: true });
  };
  try {
    const [grpc = 0, probe = 0, metrics = 0] = await freePorts(3);
    const ports = { grpc, probe, metrics };
    await install(plane, adapter ? metrics : undefined);
    await writeAccountKubeconfig(plane, { namespace: NAMESPACE, name: 'keda-operator' }, account);
    const start = (name: string, args: readonly string[]): Server => {
      const log = join(plane.logs, `${name}.log`);
      const env = { ...ENVIRONMENT, KUBECONFIG: account, HOME: root };
      const server = startServer({ name, file: join(programs, name), args, env, log });
      started.push(server);
      return server;
    };
    const operator = start('keda-operator', operatorFlags(certificates, ports));
    await waitForServers('KEDA', started, () => listens(grpc));
    const metricsAdapter = adapter
      ? start('keda-adapter', adapterFlags(certificates, { account, ports }))
      : undefined;
    if (metricsAdapter !== undefined) await waitForServers('KEDA', started, () => servesMetrics(plane));
    return { operator, adapter: metricsAdapter, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const ENVIRONMENT = {
  WATCH_NAMESPACE: '',
  POD_NAMESPACE: NAMESPACE,
  POD_NAME: 'keda-operator-test',
  KEDA_CLUSTER_OBJECT_NAMESPACE: NAMESPACE,
};

interface Ports {
  /** Where the adapter asks the operator. */
  readonly grpc: number;
  readonly probe: number;
  readonly metrics: number;
}

function operatorFlags(certificates: string, { grpc, probe }: Ports): readonly string[] {
  return [
    '--leader-elect=false',
    '--enable-cert-rotation=false',
    `--cert-dir=${certificates}`,
    `--metrics-service-bind-address=127.0.0.1:${String(grpc)}`,
    `--health-probe-bind-address=127.0.0.1:${String(probe)}`,
    '--metrics-bind-address=0',
    '--zap-encoder=console',
    '--zap-time-encoding=rfc3339',
  ];
}

interface AdapterChoices {
  readonly account: string;
  readonly ports: Ports;
}

function adapterFlags(certificates: string, { account, ports }: AdapterChoices): readonly string[] {
  return [
    '--port=0',
    '--bind-address=127.0.0.1',
    `--secure-port=${String(ports.metrics)}`,
    `--metrics-service-address=localhost:${String(ports.grpc)}`,
    `--cert-dir=${certificates}`,
    `--client-ca-file=${join(certificates, 'ca.crt')}`,
    `--tls-cert-file=${join(certificates, 'tls.crt')}`,
    `--tls-private-key-file=${join(certificates, 'tls.key')}`,
    `--kubeconfig=${account}`,
    `--authentication-kubeconfig=${account}`,
    `--authorization-kubeconfig=${account}`,
    `--lister-kubeconfig=${account}`,
  ];
}

/** KEDA's own manifests, but for its pods; with a port, the API server finds the adapter there. */
async function install(plane: ControlPlane, port: number | undefined): Promise<void> {
  const config = join(await moduleFolder(THIRD_PARTY_CRDS.keda), 'config');
  const objects = await kustomize(plane, {
    namespace: NAMESPACE,
    resources: PARTS.map((part) => join(config, part)),
  });
  const left = port === undefined ? ['Deployment', 'Service', 'APIService'] : ['Deployment', 'Service'];
  await applyObjects(plane, [
    ...objects
      .filter((object) => !left.includes(textAt(object, 'kind')))
      .map((object) => (port === undefined ? object : onPort(object, port))),
    ...(port === undefined ? [] : [adapterService(port)]),
  ]);
}

/** In a cluster the operator writes its certificate into the APIService; here nobody does. An ExternalName has no target port. */
function onPort(object: JsonObject, port: number): JsonObject {
  if (textAt(object, 'kind') !== 'APIService') return object;
  const spec = object['spec'] as JsonObject;
  const service = { ...(spec['service'] as JsonObject), port };
  return { ...object, spec: { ...spec, service, insecureSkipTLSVerify: true } };
}

function adapterService(port: number): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: SERVICE, namespace: NAMESPACE },
    spec: { type: 'ExternalName', externalName: 'localhost', ports: [{ port }] },
  };
}

async function servesMetrics(plane: ControlPlane): Promise<boolean> {
  const path = '/apis/external.metrics.k8s.io/v1beta1';
  return (await plane.api.send({ method: 'GET', path })).status === 200;
}
