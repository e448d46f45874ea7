import type { EnvironmentInput, IpFamily } from './environment-input.ts';
import { escapeExpansion } from './escape-expansion.ts';
import { PORTS } from './labels.ts';
import { fleetNames } from './names.ts';

/**
 * The address that a listener binds. On `[::]` celld answers IPv4 too (it leaves IPV6_V6ONLY alone: startup.rs of
 * 0.3.0), but the bind fails where a node has IPv6 switched off; so IPv4 is the default and IPv6-only clusters set the
 * other (bug row F6).
 */
export function listenAddress(port: number, family: IpFamily = 'IPv4'): string {
  return family === 'IPv6' ? `[::]:${port}` : `0.0.0.0:${port}`;
}

/** The container's arguments. facts/operators.md A3. */
export function celldArguments(bucketName: string, family?: IpFamily): readonly string[] {
  return ['--bucket', escapeExpansion(bucketName), '--listen', listenAddress(PORTS.public.port, family)];
}

/** A DNS name that peers dial may have this many characters; celld refuses a longer one at start. */
export const MAX_HOST_LENGTH = 253;

/**
 * The pod's stable name behind the headless Service. `pod` is a pod's name, or `$(POD_NAME)` in the container's own
 * environment. Never a pod IP: recovery dials the address that a predecessor recorded (bug row G8).
 */
export function peerHost(pod: string, input: PeerHostInput): string {
  const domain = input.clusterDomain.replace(/\.$/, '');
  return `${pod}.${fleetNames(input.app).internalService}.${input.namespace}.svc.${domain}`;
}

export interface PeerHostInput {
  readonly app: string;
  readonly namespace: string;
  readonly clusterDomain: string;
}

/** CELLD_ADVERTISE; the kubelet fills in POD_NAME, which must stand earlier in the environment. */
export function advertiseAddress(input: EnvironmentInput): string {
  const { app, namespace, spec } = input;
  const host = peerHost('$(POD_NAME)', {
    app: escapeExpansion(app),
    namespace: escapeExpansion(namespace),
    clusterDomain: escapeExpansion(spec.clusterDomain),
  });
  return `${host}:${PORTS.internal.port}`;
}
