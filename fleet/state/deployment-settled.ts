import type { CelldState } from '../state-reader.ts';

/** Why a node does not serve the expected deployment alone. `not-told`: it has no app, or celld before 0.4. */
export type DeploymentDelay = 'not-told' | 'other-version' | 'draining' | 'swapping';

export type DeploymentVerdict =
  { readonly settled: true } | { readonly settled: false; readonly reason: DeploymentDelay };

/** True where a node serves this deployment and nothing of an earlier one is left. facts/celld.md 1.2. */
export function deploymentSettled(state: CelldState, expectedVersion: string): DeploymentVerdict {
  const { deployment } = state;
  if (deployment === undefined) return { settled: false, reason: 'not-told' };
  if (deployment.version !== expectedVersion) return { settled: false, reason: 'other-version' };
  if (deployment.draining > 0) return { settled: false, reason: 'draining' };
  return deployment.swapping > 0 ? { settled: false, reason: 'swapping' } : { settled: true };
}
