import type { JsonObject, JsonValue } from '../../documents/json.ts';
import { GATE_JOB_DEADLINE_SECONDS } from '../../fleet/bounds.ts';
import { jobDeadlineSeconds } from '../../fleet/deadlines.ts';
import type { Hook } from '../../fleet/hook-permissions.ts';
import { JOB_ENVIRONMENT } from '../../fleet/job-environment.ts';
import { componentLabels } from '../../fleet/labels.ts';
import type { FleetPlan } from '../../fleet/plan.ts';
import { EXIT } from '../../fleet/rollout/decision.ts';
import type { PlannedFleet } from './app-context.ts';
import { hookView } from './hooks.ts';
import { meshAnnotations, meshLabels } from './job-mesh.ts';

/** Exit codes that another try would only repeat (DESIGN D4). */
export const FINAL_EXIT_CODES = [EXIT.refused, EXIT.never, EXIT.deadline, EXIT.superseded, EXIT.usage];

interface JobBounds {
  /** Tries after a crash. */
  readonly backoffLimit: number;
  /** Seconds between SIGTERM and SIGKILL: the rollout says where it stands, and gives its Lease back. */
  readonly terminationGracePeriodSeconds: number;
  readonly deadlineSeconds: (plan: FleetPlan) => number;
}

const BOUNDS: Readonly<Record<Hook, JobBounds>> = {
  gate: {
    backoffLimit: 1,
    terminationGracePeriodSeconds: 30,
    deadlineSeconds: () => GATE_JOB_DEADLINE_SECONDS,
  },
  rollout: {
    backoffLimit: 3,
    terminationGracePeriodSeconds: 60,
    deadlineSeconds: ({ deadlines }) => jobDeadlineSeconds(deadlines),
  },
};

/** One of the two Jobs of a fleet, with the plan that it works by. DESIGN D3 and D4, bug rows B4 to B7. */
export function hookJobView(context: PlannedFleet, hook: Hook): JsonObject {
  const { platform, plan } = context;
  const { backoffLimit, terminationGracePeriodSeconds, deadlineSeconds } = BOUNDS[hook];
  return {
    ...hookView(context, hook),
    activeDeadlineSeconds: deadlineSeconds(plan),
    backoffLimit,
    finalExitCodes: FINAL_EXIT_CODES,
    podLabels: { ...componentLabels(hook, plan.app), ...meshLabels(hook, platform.mesh.mode) },
    podAnnotations: meshAnnotations(hook, platform.mesh.mode),
    terminationGracePeriodSeconds,
    image: platform.rollout.jobImage,
    args: [hook],
    env: environment(context, hook),
  };
}

function environment({ planText, platform }: PlannedFleet, hook: Hook): readonly JsonValue[] {
  const isMeshed = hook === 'rollout' && platform.mesh.mode === 'sidecar';
  return [
    { name: JOB_ENVIRONMENT.plan, value: planText },
    fromPod(JOB_ENVIRONMENT.jobName, "metadata.labels['batch.kubernetes.io/job-name']"),
    fromPod(JOB_ENVIRONMENT.jobUid, "metadata.labels['batch.kubernetes.io/controller-uid']"),
    fromPod(JOB_ENVIRONMENT.podUid, 'metadata.uid'),
    ...(isMeshed ? [{ name: JOB_ENVIRONMENT.mesh, value: 'sidecar' }] : []),
  ];
}

function fromPod(name: string, fieldPath: string): JsonValue {
  return { name, valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath } } };
}
