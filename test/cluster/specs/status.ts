import type { JsonObject } from '../../../documents/json.ts';

/** Every status field: the operator's (facts/operators.md A6) and ours, in the middle of a rollout. */
export const STATUS = {
  phase: 'RollingOut',
  message: 'Waiting for chat-celld-2 to re-warm 41 cells',
  observedPlanHash: '0123456789abcdef',
  expectedAppVersion: '3f2a9c0d1e4b5a67',
  rolledOutAppVersion: '3f2a9c0d1e4b5a67',
  deployments: [{ name: 'chat', version: '3f2a9c0d1e4b5a67', generation: 7, draining: 1, swapping: 3 }],
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
