import { LONGEST_START_SECONDS } from '../bounds.ts';
import { deploymentSettled } from '../state/deployment-settled.ts';
import type { FleetView } from './fleet-view.ts';
import { judged, type Judgement, patiently } from './judgement.ts';

/** The deployment that every pod should serve: what their template asks for, else what the render wrote down. */
export function expectedAppVersion({
  app,
  snapshot,
}: Pick<FleetView, 'app' | 'snapshot'>): string | undefined {
  return snapshot.set?.workload.appVersion ?? app?.expectedAppVersion;
}

/** The deployment that every pod serves alone; undefined while they differ or one of them does not tell. */
export function servedAppVersion({ snapshot }: Pick<FleetView, 'snapshot'>): string | undefined {
  const served = snapshot.pods.map(({ uid }) => snapshot.states.get(uid)?.deployment?.version);
  const [first] = served;
  return first !== undefined && served.every((version) => version === first) ? first : undefined;
}

/** Every pod is there and told its state; whether each serves what it should. Before 0.4 nodes do not tell. */
export function judgeServed(view: FleetView): Judgement | undefined {
  const expected = expectedAppVersion(view);
  if (expected === undefined) return undefined;
  const late = view.snapshot.pods.flatMap(({ name, uid }) => {
    const state = view.snapshot.states.get(uid);
    const verdict = state && deploymentSettled(state, expected);
    return verdict === undefined || verdict.settled || verdict.reason === 'not-told'
      ? []
      : [`${name} (${verdict.reason})`];
  });
  if (late.length === 0) return undefined;
  return lateness(view, {
    expected,
    late: `${late.slice(0, 3).join(', ')} of ${view.snapshot.pods.length} pods`,
  });
}

function lateness(
  view: FleetView,
  { expected, late }: { readonly expected: string; readonly late: string },
): Judgement {
  const third = servedAppVersion(view);
  if (third === undefined || third === expected)
    return patiently(
      judged('RollingOut', 'Adopting', `${late} are to serve ${expected} alone`),
      LONGEST_START_SECONDS,
    );
  const message = `every pod serves deployment ${third}, expected is ${expected}`;
  const follows = view.app?.followsPointer === true;
  return patiently(judged('RollingOut', 'VersionMismatch', message), follows ? LONGEST_START_SECONDS : 0);
}
