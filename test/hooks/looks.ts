import type { KubeObject } from '../../fleet/cluster-api.ts';
import { TYPES } from '../../sim/api/resource-types.ts';
import type { CelldNode } from '../../sim/celld/node.ts';
import { textAt } from '../../sim/json.ts';
import type { MadeCall } from '../../sim/time/calls.ts';
import type { World } from '../../sim/world.ts';
import { NAMESPACE } from '../sim/objects.ts';

/** A pod and its node as they truly were. */
export interface Seen {
  readonly pod: KubeObject;
  readonly node: CelldNode | undefined;
}

export function nodeOf({ state }: World, pod: KubeObject): CelldNode | undefined {
  return state.nodes.get(textAt(pod, 'metadata', 'uid'));
}

/**
 * What was true when a Job last looked, by the Job's user: what happens in the milliseconds between its look and its
 * write nobody can know. A sleep, or another process, ends a look.
 */
export class Looks {
  private readonly readers = new Map<string, string>();
  private readonly reads = new Map<string, Map<string, CelldNode>>();
  private readonly lists = new Map<string, ReadonlyMap<string, Seen>>();

  note(world: World, { call, process }: MadeCall): void {
    // What an earlier process of the same Job has read is not this one's census.
    if (call.verb === 'sleep' || this.readers.get(process.user) !== process.name) {
      this.reads.delete(process.user);
      this.lists.delete(process.user);
    }
    this.readers.set(process.user, process.name);
    if (call.verb === 'state') this.noteRead(world, process.user, call.pod.ip);
    if (call.verb === 'list' && call.type.plural === 'pods') this.noteList(world, process.user);
  }

  /** The node as it was when its state was read; undefined: it was not read. */
  read(user: string, pod: KubeObject): CelldNode | undefined {
    return this.reads.get(user)?.get(textAt(pod, 'metadata', 'uid'));
  }

  /** As it was last listed, else as it is. */
  listed(world: World, user: string, pod: KubeObject): Seen {
    return (
      this.lists.get(user)?.get(textAt(pod, 'metadata', 'uid')) ?? {
        pod,
        node: nodeOf(world, pod),
      }
    );
  }

  private noteRead({ state }: World, user: string, ip: string): void {
    const read = [...state.nodes.values()].filter((node) => node.ip === ip);
    const before = this.reads.get(user) ?? new Map<string, CelldNode>();
    this.reads.set(user, new Map([...before, ...read.map((node) => [node.uid, node] as const)]));
  }

  private noteList(world: World, user: string): void {
    const pods = [...world.api.objects(TYPES.pod, NAMESPACE)];
    const seen = pods.map(
      (pod) => [textAt(pod, 'metadata', 'uid'), { pod, node: nodeOf(world, pod) }] as const,
    );
    this.lists.set(user, new Map(seen));
  }
}
