import type { KubeObject } from '../../fleet/cluster-api.ts';
import { CLOSED_PARTITION } from '../../fleet/bounds.ts';
import { ANNOTATIONS } from '../../fleet/labels.ts';
import { fleetNames } from '../../fleet/names.ts';
import type { FleetPlan } from '../../fleet/plan.ts';
import type { Committed } from '../../sim/api/commit.ts';
import { TYPES } from '../../sim/api/resource-types.ts';
import { type CelldNode, isAlive, isServing } from '../../sim/celld/node.ts';
import { at, mapAt, numberAt, textAt } from '../../sim/json.ts';
import { isReady, isTerminating, ordinalOf, revisionOf } from '../../sim/stateful-set/pod-facts.ts';
import type { MadeCall } from '../../sim/time/calls.ts';
import type { World } from '../../sim/world.ts';
import { NAMESPACE } from '../sim/objects.ts';
import { Looks, nodeOf } from './looks.ts';
import type { JobRun } from './world.ts';

/** Something that DESIGN 5 forbids, as it was seen. */
export interface Breach {
  readonly invariant: string;
  readonly at: number;
  readonly what: string;
}

export interface Exit {
  readonly plan: FleetPlan;
  readonly code: number;
  readonly run: JobRun;
}

/** Watches every write and every call of a world for what must never happen. */
export interface Invariants {
  readonly breaches: Breach[];
  /** What the checks were applied to, so that a test can tell that they were not idle. */
  readonly checked: Map<string, number>;
  watch(world: World): void;
  onCall(made: MadeCall, phase: 'before' | 'after'): void;
  onExit(exit: Exit): void;
}

const ROLLOUT_USER = /^system:serviceaccount:[^:]+:.+-celld-rollout$/;
const HOOK_USER = /^system:serviceaccount:[^:]+:.+-celld-(?:rollout|gate)$/;

interface Watching {
  world: World | undefined;
  readonly breaches: Breach[];
  readonly checked: Map<string, number>;
  readonly looks: Looks;
  /** Per process: kinds of what it has written. */
  readonly writes: Map<string, string[]>;
}

export function watchInvariants(): Invariants {
  const watching: Watching = {
    world: undefined,
    breaches: [],
    checked: new Map(),
    looks: new Looks(),
    writes: new Map(),
  };
  return {
    breaches: watching.breaches,
    checked: watching.checked,
    watch: (world) => {
      watching.world = world;
      world.watchers.push((write) => {
        for (const check of WRITE_CHECKS) check(watching, world, write);
      });
    },
    onCall: (made, phase) => {
      if (phase === 'after') noteWrite(watching, made);
      else if (watching.world !== undefined) noteCall(watching, watching.world, made);
    },
    onExit: (exit) => {
      if (watching.world !== undefined) checkExit(watching, watching.world, exit);
    },
  };
}

function breach(watching: Watching, invariant: string, what: string): void {
  watching.breaches.push({ invariant, at: watching.world?.state.now ?? 0, what });
}

function count(watching: Watching, invariant: string): void {
  watching.checked.set(invariant, (watching.checked.get(invariant) ?? 0) + 1);
}

type WriteCheck = (watching: Watching, world: World, write: Committed) => void;

const WRITE_CHECKS: readonly WriteCheck[] = [
  checkRelease,
  checkShrink,
  checkHoldsScaler,
  checkScalerOwner,
  checkReach,
  checkUnreleasedMove,
];

function isSet({ ref }: Committed): boolean {
  return ref.type.plural === 'statefulsets';
}

function partition(set: KubeObject | undefined): number {
  return numberAt(set, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
}

function podsOf(world: World, set: KubeObject): readonly KubeObject[] {
  return [...world.api.objects(TYPES.pod, NAMESPACE)]
    .filter((pod) => textAt(pod, 'metadata', 'name').startsWith(`${textAt(set, 'metadata', 'name')}-`))
    .filter(
      (pod) => ordinalOf(pod) >= 0 && textAt(pod, 'metadata', 'labels', 'celld-operator.io/workerapp') !== '',
    );
}

/** True where no process of the pod lives: what step 6 may replace without the gates. */
function isEmpty(world: World, pod: KubeObject): boolean {
  return isWithoutProcess(nodeOf(world, pod));
}

function isWithoutProcess(node: CelldNode | undefined): boolean {
  return node === undefined || !isAlive(node);
}

/** I1 and I2: a release takes one pod, of a fleet that is whole and warm, after a census of this very turn. */
function checkRelease(watching: Watching, world: World, write: Committed): void {
  const { before, after, caller } = write;
  if (!isSet(write) || before === undefined || after === undefined || !ROLLOUT_USER.test(caller.user)) return;
  const [from, to] = [partition(before), partition(after)];
  if (to >= from) return;
  const update = textAt(after, 'status', 'updateRevision');
  const pods = podsOf(world, after);
  // A pod beyond the size is on its way out whatever the partition is.
  const size = numberAt(after, 'spec', 'replicas');
  const released = pods.filter(
    (pod) =>
      ordinalOf(pod) >= to &&
      ordinalOf(pod) < Math.min(from, size) &&
      revisionOf(pod) !== update &&
      !isTerminating(pod),
  );
  count(watching, released.length === 0 ? 'restore' : 'I1');
  if (released.length > 1)
    breach(watching, 'I1', `${released.length} pods released at once, partition ${from} to ${to}`);
  const [pod] = released;
  if (pod === undefined || isWithoutProcess(watching.looks.listed(world, caller.user, pod).node)) return;
  checkWhole(watching, world, { set: after, taken: pod, user: caller.user });
}

interface Taking {
  readonly set: KubeObject;
  readonly taken: KubeObject;
  readonly user: string;
}

function checkWhole(watching: Watching, world: World, { set, taken, user }: Taking): void {
  const pods = podsOf(world, set);
  count(watching, 'I2');
  for (const live of pods) {
    const name = textAt(live, 'metadata', 'name');
    const { pod, node } = watching.looks.listed(world, user, live);
    const isGone = isTerminating(pod);
    const isUnwell = isGone || !isReady(pod) || node === undefined || !isServing(node);
    if (live !== taken && isUnwell && !isWithoutProcess(node))
      breach(watching, 'I1', `${name} is not well as ${textAt(taken, 'metadata', 'name')} is taken`);
    if (isGone) breach(watching, 'I2', `${name} is ending as another pod is taken`);
    const read = watching.looks.read(user, live);
    const restoring = (read ?? node)?.restoring ?? 0;
    if (restoring > 0) breach(watching, 'I2', `${name} restores ${restoring} cells as a pod is taken`);
    if (read === undefined && textAt(pod, 'status', 'podIP') !== '')
      breach(watching, 'I2', `${name} was not read in the turn of a release`);
  }
}

/** A shrink by the rollout takes the top pod only, or all of them after their number was saved. I1, D2. */
function checkShrink(watching: Watching, world: World, write: Committed): void {
  const { before, after, caller } = write;
  if (!isSet(write) || before === undefined || after === undefined || !ROLLOUT_USER.test(caller.user)) return;
  const [from, to] = [numberAt(before, 'spec', 'replicas'), numberAt(after, 'spec', 'replicas')];
  if (to >= from) return;
  count(watching, 'shrink');
  if (to === 0) {
    if (textAt(after, 'metadata', 'annotations', ANNOTATIONS.savedReplicas) === '')
      breach(watching, 'D2', 'zero was written and no size was saved');
    return;
  }
  if (from - to > 1) breach(watching, 'I1', `the size was set from ${from} to ${to} at once`);
  const top = podsOf(world, after).find((pod) => ordinalOf(pod) === from - 1);
  if (top !== undefined && !isWithoutProcess(watching.looks.listed(world, caller.user, top).node))
    checkWhole(watching, world, { set: after, taken: top, user: caller.user });
}

function scalerOf(world: World, set: KubeObject): KubeObject | undefined {
  return world.api.find({
    type: TYPES.scaledObject,
    namespace: NAMESPACE,
    name: textAt(set, 'metadata', 'name'),
  });
}

function isPaused(scaler: KubeObject | undefined): boolean {
  return textAt(scaler, 'metadata', 'annotations', ANNOTATIONS.paused) === 'true';
}

/** I9: while the partition is below closed the scaler is paused, and no autoscaler is left. */
function checkHoldsScaler(watching: Watching, world: World, write: Committed): void {
  const { after, caller } = write;
  if (!HOOK_USER.test(caller.user) || after === undefined) return;
  const set = isSet(write) ? after : undefined;
  if (set !== undefined && partition(set) < CLOSED_PARTITION && partition(write.before) !== partition(set)) {
    count(watching, 'I9');
    const scaler = scalerOf(world, set);
    if (scaler !== undefined && !isPaused(scaler))
      breach(watching, 'I9', 'the partition is lowered while the scaler is not paused');
    const autoscalers = [...world.api.objects(TYPES.autoscaler, NAMESPACE)].filter(
      (hpa) => textAt(hpa, 'spec', 'scaleTargetRef', 'name') === textAt(set, 'metadata', 'name'),
    );
    if (autoscalers.length > 0)
      breach(watching, 'I9', 'the partition is lowered while an autoscaler is there');
  }
  if (write.ref.type.plural !== 'scaledobjects' || !isPaused(write.before) || isPaused(after)) return;
  const live = world.api.find({ type: TYPES.statefulSet, namespace: NAMESPACE, name: write.ref.name });
  if (live !== undefined && partition(live) < CLOSED_PARTITION)
    breach(watching, 'I9', 'resumed while the partition is open');
  if (live !== undefined && numberAt(live, 'spec', 'replicas') === 0)
    breach(watching, 'D2', 'resumed at zero');
}

/** I10: a pause without an id of this fleet is a person's, and stays. */
function checkScalerOwner(watching: Watching, _world: World, write: Committed): void {
  const { before, after, caller, ref } = write;
  if (ref.type.plural !== 'scaledobjects' || !HOOK_USER.test(caller.user) || before === undefined) return;
  const holder = textAt(before, 'metadata', 'annotations', ANNOTATIONS.pausedBy);
  if (!isPaused(before) || holder.startsWith('celld-gitops/')) return;
  count(watching, 'I10');
  for (const key of [ANNOTATIONS.paused, ANNOTATIONS.pausedBy])
    if (at(before, 'metadata', 'annotations', key) !== at(after, 'metadata', 'annotations', key))
      breach(watching, 'I10', 'a person’s pause was changed');
}

const REACH: readonly string[] = [
  'statefulsets',
  'leases',
  'scaledobjects',
  'pods',
  'jobs',
  'workerapps',
  'events',
];

/** I10: a Job writes objects of its own fleet, and of those only what its Role allows. */
function checkReach(watching: Watching, _world: World, { ref, caller, subresource }: Committed): void {
  if (!HOOK_USER.test(caller.user)) return;
  const app = caller.user.replace(/^.*:/, '').replace(/-celld-(?:rollout|gate)$/, '');
  const kind = `${ref.type.plural}${subresource === '' ? '' : `/${subresource}`}`;
  const isOwn = ref.name === app || ref.name.startsWith(fleetNames(app).statefulSet);
  if (!REACH.includes(ref.type.plural) || !isOwn)
    breach(watching, 'I10', `${caller.user} wrote ${kind} ${ref.name}`);
  const isGate = caller.user.endsWith('-gate');
  if (isGate && !['statefulsets', 'jobs/status', 'workerapps/status', 'events'].includes(kind))
    breach(watching, 'I10', `the gate wrote ${kind}`);
}

/** I4: the controller takes a living pod for another revision only where the rollout has released its ordinal. */
function checkUnreleasedMove(watching: Watching, world: World, write: Committed): void {
  const { ref, before, after, caller } = write;
  if (ref.type.plural !== 'pods' || !caller.user.endsWith('statefulset-controller') || before === undefined)
    return;
  const isDeleted = after === undefined || (isTerminating(after) && !isTerminating(before));
  const name = ref.name.replace(/-\d+$/, '');
  const set = world.api.find({ type: TYPES.statefulSet, namespace: ref.namespace, name });
  if (!isDeleted || set === undefined || isEmpty(world, before)) return;
  const ordinal = ordinalOf(before);
  if (ordinal >= numberAt(set, 'spec', 'replicas')) return;
  count(watching, 'I4');
  const isMove = revisionOf(before) !== textAt(set, 'status', 'updateRevision');
  if (isMove && ordinal < partition(set))
    breach(watching, 'I4', `${ref.name} was moved and nobody had released it`);
}

const UNCONDITIONAL: readonly string[] = ['workerapps', 'jobs', 'events'];

/** I7: every write of the fleet names what it was decided on; and which pods were read since the last look. */
function noteCall(watching: Watching, world: World, made: MadeCall): void {
  const { call, process } = made;
  if (!HOOK_USER.test(process.user)) return;
  watching.looks.note(world, made);
  if (call.verb === 'patch' && !UNCONDITIONAL.includes(call.ref.type.plural) && !isCreation(call)) {
    count(watching, 'I7');
    if (textAt(mapAt(call.body, 'metadata'), 'resourceVersion') === '')
      breach(
        watching,
        'I7',
        `${call.ref.type.plural} ${call.ref.name} was written without its resourceVersion`,
      );
  }
}

function noteWrite({ writes }: Watching, { call, process, outcome }: MadeCall): void {
  const isDone = outcome !== undefined && 'answer' in outcome;
  if (!isDone || !(call.verb === 'patch' || call.verb === 'create' || call.verb === 'delete')) return;
  const subresource = call.verb === 'patch' ? call.options.subresource : undefined;
  const kind = `${call.ref.type.plural}${subresource === undefined ? '' : `/${subresource}`}`;
  writes.set(process.name, [...(writes.get(process.name) ?? []), kind]);
}

/** An apply without force changes nothing of anybody else's: it creates, or meets a conflict. */
function isCreation({ options }: Extract<MadeCall['call'], { readonly verb: 'patch' }>): boolean {
  return options.kind === 'apply' && options.force !== true;
}

const REASON_ONLY: readonly string[] = ['leases', 'jobs/status', 'workerapps/status', 'events'];

/** I5, I8 and I9, when a Job ends. */
function checkExit(watching: Watching, world: World, { plan, code, run }: Exit): void {
  const writes = watching.writes.get(run.pod) ?? [];
  if (code === 10 || code === 11) {
    count(watching, 'I5');
    const others = writes.filter((kind) => !REASON_ONLY.includes(kind));
    if (others.length > 0) breach(watching, 'I5', `${run.name} refused and wrote ${others.join(', ')}`);
  }
  if (code !== 0 || !run.name.endsWith('-rollout') || plan.paused) return;
  count(watching, 'I8');
  const set = world.api.find({
    type: TYPES.statefulSet,
    namespace: NAMESPACE,
    name: fleetNames(plan.app).statefulSet,
  });
  if (set === undefined) {
    breach(watching, 'I8', 'success without a StatefulSet');
    return;
  }
  const pods = podsOf(world, set);
  const update = textAt(set, 'status', 'updateRevision');
  if (pods.length === 0) breach(watching, 'I8', 'success without a pod');
  for (const pod of pods)
    if (revisionOf(pod) !== update)
      breach(watching, 'I8', `success while ${textAt(pod, 'metadata', 'name')} is old`);
  if (partition(set) < CLOSED_PARTITION) breach(watching, 'D1', 'success and the partition is open');
  const scaler = scalerOf(world, set);
  const holder = textAt(scaler, 'metadata', 'annotations', ANNOTATIONS.pausedBy);
  if (plan.size.mode === 'autoscaled' && isPaused(scaler) && holder.startsWith('celld-gitops/'))
    breach(watching, 'I9', 'success and the scaler is left paused');
}
