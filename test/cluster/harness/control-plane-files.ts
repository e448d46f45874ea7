import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where everything of one control plane lies; all of it below one temporary folder, except the logs if asked so. */
export interface ControlPlanePaths {
  readonly etcdData: string;
  readonly certificates: string;
  /** Self-signed pair that the API server writes at its start: it is its own certificate authority. */
  readonly authority: string;
  readonly tokens: string;
  readonly signingKey: string;
  readonly verifyingKey: string;
  readonly auditPolicy: string;
  readonly auditLog: string;
  readonly adminKubeconfig: string;
  readonly managerKubeconfig: string;
  /** HOME of kubectl: discovery caches of a cluster that ends must not reach a person's own. */
  readonly home: string;
  readonly logs: string;
}

export function controlPlanePaths(root: string, logs: string): ControlPlanePaths {
  const certificates = join(root, 'certificates');
  return {
    etcdData: join(root, 'etcd'),
    certificates,
    authority: join(certificates, 'apiserver.crt'),
    tokens: join(root, 'tokens.csv'),
    signingKey: join(root, 'service-account.key'),
    verifyingKey: join(root, 'service-account.pub'),
    auditPolicy: join(root, 'audit-policy.json'),
    auditLog: join(logs, 'audit.log'),
    adminKubeconfig: join(root, 'admin.kubeconfig'),
    managerKubeconfig: join(root, 'controller-manager.kubeconfig'),
    home: join(root, 'home'),
    logs,
  };
}

/** Writes keys, tokens and kubeconfigs for an API server at `url`; returns the token of the administrator. */
export async function writeControlPlaneFiles(paths: ControlPlanePaths, url: string): Promise<string> {
  const admin = randomBytes(16).toString('hex');
  const manager = randomBytes(16).toString('hex');
  const cluster = { server: url, authority: paths.authority };
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await Promise.all(
    [paths.home, paths.logs, paths.certificates].map((path) => mkdir(path, { recursive: true })),
  );
  await Promise.all([
    write(
      paths.tokens,
      `${admin},admin,admin,system:masters\n${manager},system:kube-controller-manager,manager\n`,
    ),
    write(paths.signingKey, keys.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    write(paths.verifyingKey, keys.publicKey.export({ type: 'spki', format: 'pem' })),
    write(paths.auditPolicy, JSON.stringify(AUDIT_POLICY)),
    write(paths.adminKubeconfig, kubeconfig({ ...cluster, token: admin })),
    write(paths.managerKubeconfig, kubeconfig({ ...cluster, token: manager })),
  ]);
  return admin;
}

const AUDIT_POLICY = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [{ level: 'Metadata' }],
};

export interface KubeconfigParts {
  readonly server: string;
  /** File of the authority's certificate. */
  readonly authority: string;
  readonly token: string;
  readonly namespace?: string;
}

export function kubeconfig({ server, authority, token, namespace = 'default' }: KubeconfigParts): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster: { server, 'certificate-authority': authority } }],
    users: [{ name: 'test', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test', namespace } }],
    'current-context': 'test',
  });
}

function write(path: string, content: string | Buffer): Promise<void> {
  return writeFile(path, content, { mode: 0o600 });
}
