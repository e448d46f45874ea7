import type { KubeObject } from '../fleet/cluster-api.ts';
import { RESOURCES } from '../fleet/resources.ts';
import type { Committed } from '../sim/api/commit.ts';
import { textAt } from '../sim/json.ts';
import { isRunningAndReady, isTerminating } from '../sim/stateful-set/pod-facts.ts';
import { type FleetName, isFleetPod } from './fleet-picture.ts';

/** What a write says about a pod of the fleet, where that is worth a line. */
export function podEvent({ ref, before, after }: Committed, fleet: FleetName): string | undefined {
  const pod = after ?? before;
  if (ref.type.plural !== RESOURCES.pod.plural || pod === undefined || !isFleetPod(pod, fleet))
    return undefined;
  const what = happened(before, after);
  return what && `${textAt(pod, 'metadata', 'name')} ${what}`;
}

function happened(before: KubeObject | undefined, after: KubeObject | undefined): string | undefined {
  if (before === undefined) return 'is created';
  if (after === undefined) return 'is gone';
  if (!isTerminating(before) && isTerminating(after)) return 'drains and ends';
  return !isRunningAndReady(before) && isRunningAndReady(after) ? 'is ready' : undefined;
}
