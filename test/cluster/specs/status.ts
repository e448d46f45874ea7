import type { JsonObject } from '../../../documents/json.ts';

/** Every status field that the operator has too (facts/operators.md A6), in the middle of a rollout. */
export const STATUS = {
  phase: 'RollingOut',
  expectedAppVersion: '3f2a9c0d1e4b5a67',
  rolledOutAppVersion: '3f2a9c0d1e4b5a67',
  deployments: [{ name: 'chat', version: '3f2a9c0d1e4b5a67', generation: 7, draining: 1, swapping: true }],
  rollout: { partition: 2, waitingOn: 'chat-celld-2 re-warms 41 cells' },
  fleet: { ready: 2, restoring: 41 },
  conditions: [
    {
      type: 'Progressing',
      status: 'True',
      reason: 'RollingOut',
      message: 'chat-celld-2 re-warms 41 cells',
      lastTransitionTime: '2026-11-29T12:00:00Z',
      observedGeneration: 1,
    },
  ],
} as const satisfies JsonObject;
