import type { JsonObject, JsonValue } from '../../documents/json.ts';
import type { ResolvedCelldStack } from '../../schemas/celldstack.generated.ts';
import type { KubeObject } from '../cluster-api.ts';
import { objectAt, objectsAt, textAt } from '../object-fields.ts';
import { stackMode, stackNames } from './stack-names.ts';

/** What the cluster of Argo CD shows of one stack; undefined: not there. What could not be read is no snapshot at all. */
export interface StackSnapshot {
  readonly application: KubeObject | undefined;
  readonly bucket: KubeObject | undefined;
  readonly podIdentity: KubeObject | undefined;
}

/** Constant upstream, whatever the values say. facts/celld-stack.md 3. */
const SERVICE_PORT = 8080;

/** The status of a CelldStack: upstream's fields, computed or observed as upstream does, and a phase with its sentence. */
export function stackStatus(stack: ResolvedCelldStack, snapshot: StackSnapshot): JsonObject {
  const { namespace } = stack.spec;
  const { release, fleet, bucket } = stackNames(stack);
  const isAws = stackMode(stack) === 'aws';
  const verdict = releaseVerdict(fleet, snapshot.application);
  const isReleased = verdict.phase === 'Ready';
  const bucketReady = isAws && isReady(snapshot.bucket);
  const identityReady = isAws && isReady(snapshot.podIdentity);
  const isWhole = isReleased && (!isAws || (bucketReady && identityReady));
  const identity = objectAt(snapshot.podIdentity, 'status', 'podIdentity');
  const association = objectAt(identity, 'association');
  return {
    ready: isWhole,
    ...(isReleased && !isWhole ? waitsForAws(bucketReady) : verdict),
    release: { name: release, namespace, ready: isReleased },
    service: { name: fleet, namespace, port: SERVICE_PORT },
    bucket: {
      name: isAws ? bucket : '',
      id: isAws ? (textAt(snapshot.bucket, 'status', 'atProvider', 'id') ?? '') : '',
      ready: bucketReady,
    },
    podIdentity: {
      roleArn: isAws ? (text(association['roleArn']) ?? textAt(identity, 'role', 'arn') ?? '') : '',
      associationId: isAws ? (textAt(association, 'id') ?? '') : '',
      ready: identityReady,
    },
  };
}

/** An empty text is as good as none: upstream then takes the role's own. */
function text(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isReady(object: KubeObject | undefined): boolean {
  return objectsAt(object, 'status', 'conditions').some(
    ({ type, status }) => type === 'Ready' && status === 'True',
  );
}

interface Verdict {
  readonly phase: 'Pending' | 'Open' | 'Progressing' | 'Ready' | 'Degraded' | 'Deleting';
  readonly message: string;
}

function waitsForAws(bucketReady: boolean): Verdict {
  return { phase: 'Progressing', message: `Waiting for the ${bucketReady ? 'Pod Identity' : 'bucket'}` };
}

/** Before a first rollout has ended well nothing has closed the partition: the chart renders none. Y60. */
function releaseVerdict(fleet: string, application: KubeObject | undefined): Verdict {
  if (application === undefined) return { phase: 'Pending', message: 'The release has no Application yet' };
  if (textAt(application, 'metadata', 'deletionTimestamp') !== undefined)
    return { phase: 'Deleting', message: 'The release is being deleted' };
  const operation = objectAt(application, 'status', 'operationState');
  const phase = textAt(operation, 'phase');
  const health = textAt(application, 'status', 'health', 'status') ?? 'Unknown';
  const sync = textAt(application, 'status', 'sync', 'status') ?? 'Unknown';
  const rollout = hookOf(operation, `${fleet}-rollout`);
  if (phase === 'Failed' || phase === 'Error') return degraded(fleet, operation);
  if (rollout !== undefined && rollout !== 'Succeeded' && phase === 'Succeeded')
    return { phase: 'Degraded', message: 'The rollout did not end well' };
  if (rollout === undefined && phase === 'Succeeded')
    return {
      phase: 'Open',
      message: 'No rollout has run: the fleet’s partition is open, so do not change the stack',
    };
  if (phase !== 'Succeeded')
    return { phase: rollout === undefined ? 'Open' : 'Progressing', message: 'The release is being synced' };
  if (sync === 'Synced' && health === 'Healthy') return { phase: 'Ready', message: '' };
  const isBroken = health === 'Degraded' || health === 'Missing';
  return { phase: isBroken ? 'Degraded' : 'Progressing', message: `The release is ${sync} and ${health}` };
}

function hookOf(operation: JsonObject, name: string): string | undefined {
  const found = objectsAt(operation, 'syncResult', 'resources').find(
    (resource) => resource['kind'] === 'Job' && resource['name'] === name,
  );
  return textAt(found, 'hookPhase');
}

/** The sentence of the Job that refused, which Argo CD keeps as the message of its hook; else the operation's own. */
function degraded(fleet: string, operation: JsonObject): Verdict {
  const jobs = [`${fleet}-gate`, `${fleet}-rollout`];
  const refusal = objectsAt(operation, 'syncResult', 'resources').find(
    ({ kind, name, hookPhase }) =>
      kind === 'Job' &&
      typeof name === 'string' &&
      jobs.includes(name) &&
      (hookPhase === 'Failed' || hookPhase === 'Error'),
  );
  const message =
    textAt(refusal, 'message') ?? textAt(operation, 'message') ?? 'The sync of the release failed';
  return { phase: 'Degraded', message };
}
