import { setImmediate } from 'node:timers/promises';
import type { KubeObject } from '../../fleet/cluster-api.ts';
import { TYPES } from '../../sim/api/resource-types.ts';
import { type SimConfig, simConfig } from '../../sim/config.ts';
import { at, mapsAt, numberAt, textAt } from '../../sim/json.ts';
import { isRunningAndReady, ordinalOf, revisionOf } from '../../sim/stateful-set/pod-facts.ts';
import { World } from '../../sim/world.ts';
import { ME, NAMESPACE, refOf, SET, type SetOptions, statefulSet } from './objects.ts';

export function newWorld(options: Partial<SimConfig> = {}): World {
  return new World(simConfig({ drain: () => setImmediate(), ...options }));
}

/** Until nothing but time passes; far longer than any start. */
export async function settle(world: World): Promise<void> {
  await world.run({ milliseconds: 120_000 });
}

/** A fleet that runs: created at its size, every pod ready and warm. */
export async function fleetWorld(set: SetOptions = {}, options: Partial<SimConfig> = {}): Promise<World> {
  const world = newWorld(options);
  world.api.create(TYPES.statefulSet, statefulSet({ replicas: 3, ...set }), ME);
  await settle(world);
  return world;
}

export function podsOf(world: World): readonly KubeObject[] {
  return [...world.api.objects(TYPES.pod, NAMESPACE)]
    .filter((pod) => /^chat-celld-\d+$/.test(textAt(pod, 'metadata', 'name')))
    .sort((a, b) => ordinalOf(a) - ordinalOf(b));
}

export function setOf(world: World): KubeObject {
  return world.api.get(SET);
}

/** Each pod as `ordinal:image version`, with `!` where it is not ready. */
export function seen(world: World): string {
  return podsOf(world)
    .map((pod) => `${ordinalOf(pod)}:${imageVersion(pod)}${isRunningAndReady(pod) ? '' : '!'}`)
    .join(' ');
}

function imageVersion(pod: KubeObject): string {
  const image = textAt(mapsAt(pod, 'spec', 'containers')[0], 'image');
  return image.slice(image.lastIndexOf(':v') + 2);
}

/** `current=update` or `current<>update`, and how many pods carry the update revision. */
export function revisions(world: World): string {
  const status = at(setOf(world), 'status');
  const [current, update] = [textAt(status, 'currentRevision'), textAt(status, 'updateRevision')];
  return `${current === update ? 'one' : 'two'} revisions, ${numberAt(status, 'updatedReplicas')} updated`;
}

export function revisionOfPod(world: World, ordinal: number): string {
  const pod = podsOf(world).find((other) => ordinalOf(other) === ordinal);
  return pod === undefined ? '' : revisionOf(pod);
}

/** Server-side apply of the rendered set, as Argo CD does it. */
export function applySet(world: World, options: SetOptions): void {
  const { replicas, ...rest } = options;
  const body = statefulSet(rest);
  world.api.patch(SET, body, {
    kind: 'apply',
    fieldManager: 'argocd-controller',
    user: 'argocd',
    force: true,
  });
  if (replicas !== undefined) scale(world, replicas);
}

export function scale(world: World, replicas: number): void {
  world.api.patch(
    SET,
    { spec: { replicas } },
    { kind: 'merge', subresource: 'scale', fieldManager: 'me', user: 'me' },
  );
}

export function setPartition(world: World, partition: number): void {
  const body = { spec: { updateStrategy: { rollingUpdate: { partition } } } };
  world.api.patch(SET, body, { kind: 'merge', fieldManager: 'rollout', user: 'rollout' });
}

/** `status.currentRevision := status.updateRevision`, as the Job does it at the point of no return. */
export function promote(world: World): void {
  const currentRevision = textAt(setOf(world), 'status', 'updateRevision');
  const options = { kind: 'merge', subresource: 'status', fieldManager: 'rollout', user: 'rollout' } as const;
  world.api.patch(SET, { status: { currentRevision } }, options);
}

export function deletePod(world: World, ordinal: number): void {
  world.api.delete(refOf(TYPES.pod, `chat-celld-${ordinal}`), {}, ME);
}
