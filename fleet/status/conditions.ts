import type { JsonObject } from '../../documents/json.ts';
import { objectAt, textAt } from '../object-fields.ts';
import { several } from '../observe/scaler-answer.ts';
import { type ConditionContext, conditionOf, type Finding, finding } from './condition.ts';
import type { FleetView } from './fleet-view.ts';
import { expectedAppVersion } from './judge-served.ts';
import { ingressReady, meshPolicyReady, missing } from './traffic-conditions.ts';
import type { FleetVerdict } from './verdict.ts';
import { liveCondition } from './worker-app.ts';

type Rule = (view: FleetView, verdict: FleetVerdict) => Finding | undefined;

/** The exporter's conditions: RolloutRefused is the Jobs' (DESIGN D5). What does not apply is left out. facts/operators.md A6. */
const RULES: Readonly<Record<string, Rule>> = {
  // What is not valid is never rendered: it shows as the Application's ComparisonError.
  SpecValid: () => finding('True', 'Validated'),
  BucketCredentialsReady: bucketCredentialsReady,
  DeployTrackingReady: deployTrackingReady,
  IngressReady: ingressReady,
  MeshPolicyReady: meshPolicyReady,
  AutoscalingReady: autoscalingReady,
  FleetStateReady: fleetStateReady,
  Available: (_view, { phase, message }) => finding(yes(phase === 'Ready'), phase, message),
  Progressing: progressing,
  Degraded: degraded,
};

export const CONDITION_TYPES: readonly string[] = Object.keys(RULES);

export function fleetConditions(
  view: FleetView,
  verdict: FleetVerdict,
  context: ConditionContext,
): readonly JsonObject[] {
  return Object.entries(RULES).flatMap(([type, rule]) => {
    const found = rule(view, verdict);
    return found === undefined ? [] : [conditionOf(type, found, context)];
  });
}

function yes(is: boolean): Finding['status'] {
  return is ? 'True' : 'False';
}

function bucketCredentialsReady({ app }: FleetView): Finding {
  return app?.iamRole === 'auto'
    ? finding(
        'False',
        'ProvisioningNotImplemented',
        'the role is attached outside of git: nothing here checks it',
      )
    : finding('True', 'Configured');
}

/** Only of a fleet that follows the pointer: of another one, the pointer is not read here. */
function deployTrackingReady(view: FleetView, { reason, message }: FleetVerdict): Finding | undefined {
  if (view.app?.followsPointer !== true) return undefined;
  if (reason === 'VersionMismatch') return finding('False', 'VersionMismatch', message);
  return expectedAppVersion(view) === undefined
    ? finding('Unknown', 'NotTold', 'the render did not say which deployment the bucket points to')
    : finding('True', 'Tracking');
}

function autoscalingReady({ app, scaledObject }: FleetView): Finding | undefined {
  if (app === undefined || app.replicas !== undefined) return undefined;
  const gone = missing(scaledObject, 'ScaledObject', ['KEDAUnavailable', 'ScaledObjectError']);
  if (gone !== undefined || scaledObject.kind !== 'there') return gone;
  const ready = liveCondition(objectAt(scaledObject.object, 'status'), 'Ready');
  const message = textAt(ready, 'message') ?? '';
  if (ready?.['status'] === 'True') return finding('True', 'ScaledObjectReconciled', message);
  if (ready?.['status'] === 'False') return finding('False', 'ScaledObjectError', message);
  return finding(
    'Unknown',
    'ScaledObjectReconciled',
    'KEDA has not said yet whether the ScaledObject is ready',
  );
}

function fleetStateReady({ snapshot: { blockers } }: FleetView): Finding {
  return blockers.length === 0
    ? finding('True', 'Observed')
    : finding('False', 'Unavailable', several(blockers));
}

function progressing({ app }: FleetView, { phase, message }: FleetVerdict): Finding {
  if (app?.isPaused === true) return finding('False', 'Paused', 'spec.paused holds every rollout back');
  return finding(yes(phase !== 'Ready' && phase !== 'Degraded'), phase, message);
}

/** With the verdict's own reason: an exporter that has just been started goes on from it (`trouble.ts`). */
function degraded(_view: FleetView, { phase, reason, message }: FleetVerdict): Finding {
  return phase === 'Degraded' ? finding('True', reason, message) : finding('False', phase, '');
}
