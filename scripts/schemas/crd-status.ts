import type { Json, JsonSchema } from '../../schemas/json-schema.ts';

const text = (description: string, maxLength: number): JsonSchema => ({
  type: 'string',
  description,
  maxLength,
});
const count = (description: string): JsonSchema => ({ type: 'integer', description, minimum: 0 });

const CONDITION: JsonSchema = {
  type: 'object',
  required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'],
  properties: {
    type: { ...text('Name of the condition.', 316), pattern: '^[A-Za-z0-9]([-A-Za-z0-9_./]*[A-Za-z0-9])?$' },
    status: { type: 'string', description: 'True, False or Unknown.', enum: ['True', 'False', 'Unknown'] },
    reason: {
      ...text('One word why.', 1024),
      pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
      minLength: 1,
    },
    message: text('One sentence why.', 32768),
    observedGeneration: count('Generation of the WorkerApp that this is about.'),
    lastTransitionTime: { type: 'string', description: 'When the status last changed.' },
  },
};

const DEPLOYMENT: JsonSchema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: text('Name of the pod.', 253),
    version: text('Deployment that the pod serves.', 128),
    generation: count('How many deployments the pod has adopted since it started.'),
    draining: count('Superseded deployments of the pod that still finish requests.'),
    swapping: count('Resident cells that are moving to the present deployment.'),
  },
};

/** `status` of the WorkerApp, with the operator's field names (facts/operators.md A6) and two of ours (DESIGN D5). */
export const STATUS: JsonSchema = {
  type: 'object',
  description:
    'What was last observed. Written by the metrics exporter; rollout and the condition RolloutRefused by the Jobs.',
  properties: {
    phase: text('Pending, Ready, RollingOut, Recreating or Degraded.', 64),
    message: text('One sentence: what the fleet waits for, or why it was refused.', 32768),
    expectedAppVersion: text('Deployment that every pod should serve.', 128),
    rolledOutAppVersion: text('Deployment that every pod serves; empty while they differ.', 128),
    observedPlanHash: text('Hash of the plan that this status is about.', 128),
    deployments: { type: 'array', description: 'What each pod serves.', maxItems: 2000, items: DEPLOYMENT },
    rollout: {
      type: 'object',
      description: 'Where a rollout is.',
      properties: {
        partition: { ...count('Ordinals from this one on have been released.'), maximum: 1_000_000 },
        waitingOn: text('What the next step waits for.', 4096),
      },
    },
    fleet: {
      type: 'object',
      description: 'Sums over the pods.',
      properties: {
        ready: { ...count('Pods that are ready.'), maximum: 1_000_000 },
        restoring: count('Cells that wait for activation or are being activated.'),
      },
    },
    conditions: {
      type: 'array',
      description: 'Conditions, one of each type.',
      maxItems: 64,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
      items: CONDITION,
    },
  },
};

/** Columns of `kubectl get workerapps`; MESSAGE only with `-o wide`. */
export const COLUMNS: Json = [
  { name: 'PHASE', type: 'string', jsonPath: '.status.phase' },
  { name: 'APP', type: 'string', jsonPath: '.status.rolledOutAppVersion' },
  { name: 'READY', type: 'integer', jsonPath: '.status.fleet.ready' },
  { name: 'RESTORING', type: 'integer', jsonPath: '.status.fleet.restoring' },
  { name: 'AGE', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  { name: 'MESSAGE', type: 'string', jsonPath: '.status.message', priority: 1 },
];
