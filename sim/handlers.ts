import { CELL_HANDLERS } from './celld/cells.ts';
import { DEPLOYMENT_HANDLERS } from './celld/deployments.ts';
import { COLLECT_HANDLERS } from './collect.ts';
import type { Handlers, SimContext } from './context.ts';
import type { EventKind, SimEvent } from './events.ts';
import { ARGOCD_HANDLERS } from './argocd/operation.ts';
import { JOB_HANDLERS } from './jobs/job-controller.ts';
import { PROCESS_HANDLERS } from './jobs/job-pods.ts';
import { AUTOSCALER_HANDLERS } from './keda/autoscaler.ts';
import { KEDA_HANDLERS } from './keda/operator.ts';
import { POD_HANDLERS } from './kubelet/kubelet.ts';
import { SET_HANDLERS } from './stateful-set/controller.ts';

const HANDLERS: Handlers<EventKind> = {
  ...SET_HANDLERS,
  ...POD_HANDLERS,
  ...CELL_HANDLERS,
  ...DEPLOYMENT_HANDLERS,
  ...COLLECT_HANDLERS,
  ...JOB_HANDLERS,
  ...PROCESS_HANDLERS,
  ...ARGOCD_HANDLERS,
  ...KEDA_HANDLERS,
  ...AUTOSCALER_HANDLERS,
};

/** Lets an event happen. */
export function handle(context: SimContext, event: SimEvent): void {
  // The table pairs each kind with its own handler, which TypeScript cannot follow through a union.
  const handler = HANDLERS[event.kind] as (context: SimContext, event: SimEvent) => void;
  handler(context, event);
}
