import { PORTS } from '../labels.ts';
import type { PodAddress } from '../state-reader.ts';
import { isAtLeast } from '../version.ts';
import type { FleetPod } from './pod.ts';

/**
 * Where a pod's `/state` is, by its IP; undefined while it has none. To 0.1 there is one listener for everything.
 * facts/celld.md 1.
 */
export function stateAddress({ ip, version }: FleetPod): PodAddress | undefined {
  if (ip === '') return undefined;
  const isOld = version !== undefined && !isAtLeast(version, '0.2.0');
  return { ip, port: isOld ? PORTS.public.port : PORTS.internal.port };
}
