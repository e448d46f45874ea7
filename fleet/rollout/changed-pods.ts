import type { FleetPod } from './pod.ts';

/** Pods that are new, gone or not the same in the second list: whoever answered may have been another one. Y33. */
export function changedPods(before: readonly FleetPod[], after: readonly FleetPod[]): readonly string[] {
  const first = keysOf(before);
  const second = keysOf(after);
  return [...new Set([...first.keys(), ...second.keys()])].filter(
    (name) => first.get(name) !== second.get(name),
  );
}

function keysOf(pods: readonly FleetPod[]): ReadonlyMap<string, string> {
  return new Map(
    pods.map(({ name, uid, ip, container, isReady }) => [
      name,
      `${uid} ${ip} ${container.id} ${isReady} ${container.isRunning}`,
    ]),
  );
}
