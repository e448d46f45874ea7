import type { Json, JsonSchema } from '../../schemas/json-schema.ts';

const text = (description: string, maxLength = 2048): JsonSchema => ({
  type: 'string',
  description,
  maxLength,
});
const yes = (description: string): JsonSchema => ({ type: 'boolean', description });
const map = (description: string, properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  description,
  properties,
});

/** `status` of a CelldStack: upstream's fields (facts/celld-stack.md 3), and a phase with its sentence. */
export const STACK_STATUS: JsonSchema = map(
  'What was last observed. Written by the metrics exporter of the management cluster.',
  {
    ready: yes('Release, bucket and identity are ready.'),
    phase: text('Pending, Open, Progressing, Ready, Degraded or Deleting.', 64),
    message: text('One sentence: what the stack waits for, or why it was refused.', 32768),
    observedSpecHash: text('Hash of the stack that this status is about.', 128),
    release: map('The Helm release.', {
      name: text('Name of the release.', 253),
      namespace: text('Namespace of the release.', 63),
      ready: yes('The Application of the release is synced and healthy, and its rollout has ended well.'),
    }),
    service: map('The Service of the fleet, as the stack asks for it.', {
      name: text('Name of the Service.', 253),
      namespace: text('Namespace of the Service.', 63),
      port: { type: 'integer', description: 'Port of the Service.', minimum: 0, maximum: 65535 },
    }),
    bucket: map('The S3 bucket; empty without aws.enabled.', {
      name: text('Name of the bucket.', 63),
      id: text('Id of the bucket, once it is there.'),
      ready: yes('The bucket is ready.'),
    }),
    podIdentity: map('The role of the pods; empty without aws.enabled.', {
      roleArn: text('ARN of the role; Pending until it is known.'),
      associationId: text('Id of the association.'),
      ready: yes('The role is bound to the pods.'),
    }),
  },
);

/** Columns of `kubectl get celldstacks`; MESSAGE only with `-o wide`. */
export const STACK_COLUMNS: Json = [
  { name: 'READY', type: 'boolean', jsonPath: '.status.ready' },
  { name: 'PHASE', type: 'string', jsonPath: '.status.phase' },
  { name: 'RELEASE', type: 'string', jsonPath: '.status.release.name' },
  { name: 'BUCKET', type: 'string', jsonPath: '.status.bucket.name' },
  { name: 'AGE', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  { name: 'MESSAGE', type: 'string', jsonPath: '.status.message', priority: 1 },
];
