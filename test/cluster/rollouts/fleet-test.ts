import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../documents/json.ts';
import { objectsAt, textAt } from '../harness/json-at.ts';
import { type FleetCommit, imageOf, live, podsOf, renderCommit, until } from './fleet.ts';
import { isReady, isTerminating, partitionOf, replicasOf, revisionOf } from './fleet-view.ts';
import { type History, judgeHistory } from './invariants.ts';
import type { Stage } from './stage.ts';
import { sync, type SyncEnd, type SyncOptions } from './sync.ts';

export type Commit = Partial<Omit<FleetCommit, 'name' | 'namespace'>> & { readonly version: string };
type How = Partial<Pick<SyncOptions, 'how' | 'withoutHooks' | 'longest'>>;

/** One fleet in a namespace of its own, and what a scenario does to it. */
export class FleetTest {
  readonly stage: Stage;
  readonly namespace: string;
  readonly name: string;
  /** What is done to a render before it is applied. */
  edit: (objects: readonly JsonObject[]) => readonly JsonObject[] = (objects) => objects;

  constructor(stage: Stage, namespace: string, name = 'chat') {
    this.stage = stage;
    this.namespace = namespace;
    this.name = name;
  }

  get set(): string {
    return `${this.name}-celld`;
  }

  pod(ordinal: number): string {
    return `${this.set}-${String(ordinal)}`;
  }

  /** A pod as the test kubelet wants it named: every fleet of the suite has the same names. */
  onKubelet(pod: string): string {
    return `${this.namespace}/${pod}`;
  }

  async createNamespace(): Promise<this> {
    const { code, stderr } = await this.stage.plane.kubectl(['create', 'namespace', this.namespace]);
    assert.equal(code, 0, stderr);
    return this;
  }

  async render(commit: Commit): Promise<readonly JsonObject[]> {
    return this.edit(await renderCommit({ ...commit, name: this.name, namespace: this.namespace }));
  }

  /** One full sync of a commit. */
  async sync(commit: Commit, how: How = {}): Promise<SyncEnd> {
    const objects = await this.render(commit);
    return await sync(this.stage.plane, { objects, namespace: this.namespace, ...how });
  }

  async syncs(commit: Commit, how: How = {}): Promise<void> {
    assert.deepEqual(await this.sync(commit, how), { ok: true, phase: 'Sync', message: '' }, this.logs());
  }

  /** A sync that goes on beside the scenario; its end is not asked for unless it is awaited. */
  async start(commit: Commit, how: How = {}): Promise<Promise<SyncEnd | undefined>[]> {
    const objects = await this.render(commit);
    const run = sync(this.stage.plane, { objects, namespace: this.namespace, ...how });
    return [run.catch(() => undefined)];
  }

  /** Ends a running operation as Argo CD's terminate does: its Jobs are deleted. */
  async terminate(): Promise<void> {
    const flags = ['-n', this.namespace, '--cascade=foreground', '--timeout=60s', '--ignore-not-found'];
    const { code, stderr } = await this.kubectl(
      'delete',
      'job',
      `${this.set}-gate`,
      `${this.set}-rollout`,
      ...flags,
    );
    assert.equal(code, 0, stderr);
  }

  kubectl(...args: readonly string[]) {
    return this.stage.plane.kubectl([...args, '-n', this.namespace]);
  }

  /** Such as `0:0.6.1 1:0.6.2!`; `!`: not ready, `-`: ending. */
  async pods(): Promise<string> {
    const pods = await podsOf(this.stage.plane, this);
    return pods
      .map((pod) => {
        const ordinal = textAt(pod, 'metadata', 'name').replace(/^.*-/, '');
        const mark = isTerminating(pod) ? '-' : isReady(pod) ? '' : '!';
        return `${ordinal}:${imageOf(pod)}${mark}`;
      })
      .join(' ');
  }

  async reach(pods: string, longest = 60_000): Promise<void> {
    let seen = '';
    try {
      await until(pods, async () => (seen = await this.pods()) === pods, longest);
    } catch {
      assert.equal(seen, pods, this.logs());
    }
  }

  /** Waits until this ordinal runs the update revision and is ready, and so do those above. */
  async released(ordinal: number): Promise<void> {
    await until(`ordinal ${String(ordinal)} is released`, async () => {
      const set = await this.live('statefulset', this.set);
      const update = textAt(set, 'status', 'updateRevision');
      const pods = (await podsOf(this.stage.plane, this)).slice(ordinal);
      const isThere = partitionOf(set) <= ordinal && pods.length > 0;
      return (
        isThere && pods.every((pod) => revisionOf(pod) === update && isReady(pod) && !isTerminating(pod))
      );
    });
  }

  async live(type: string, name: string): Promise<JsonObject | undefined> {
    return await live(this.stage.plane, type, { namespace: this.namespace, name });
  }

  /** What a refusal must leave as it is. */
  async untouched(act: () => Promise<unknown>): Promise<void> {
    const look = async () => {
      const { metadata, spec } = (await this.live('statefulset', this.set)) ?? {};
      const pods = (await podsOf(this.stage.plane, this)).map((pod) => textAt(pod, 'metadata', 'uid'));
      return { generation: metadata, spec, pods };
    };
    const before = await look();
    await act();
    assert.deepEqual(await look(), before, 'a refusal writes nothing but its reason');
  }

  async partition(): Promise<number> {
    return partitionOf(await this.live('statefulset', this.set));
  }

  async replicas(): Promise<number> {
    return replicasOf(await this.live('statefulset', this.set));
  }

  /** The name of the Job's pod that runs now. */
  async jobPod(hook: 'gate' | 'rollout'): Promise<string> {
    return await until(`a running pod of the ${hook}`, async () => {
      const { stdout } = await this.kubectl(
        'get',
        'pods',
        '-l',
        `job-name=${this.set}-${hook}`,
        '-o',
        'json',
      );
      const running = objectsAt(JSON.parse(stdout) as JsonObject, 'items').find(
        (pod) => textAt(pod, 'status', 'phase') === 'Running',
      );
      return running && textAt(running, 'metadata', 'name');
    });
  }

  /** Judges everything that has happened in this namespace. */
  async judge(more: Partial<Pick<History, 'byHand' | 'acknowledged'>> = {}): Promise<void> {
    // The watches are a moment behind.
    await sleep(300);
    const { kubelet, recording } = this.stage;
    const changes = recording.changes(this.namespace);
    const uids = new Set(changes.map(({ object }) => textAt(object, 'metadata', 'uid')));
    const events = kubelet.celldEvents().filter(({ uid }) => uids.has(uid));
    const { breaches, checked } = judgeHistory({ app: this.name, changes, events, ...more });
    assert.deepEqual(breaches, [], this.logs());
    assert.ok((checked.get('I3') ?? 0) > 0, 'no celld was seen');
  }

  /** What the Jobs of this fleet said, for the message of a failure. */
  logs(): string {
    const names = this.stage.recording
      .changes(this.namespace)
      .filter(({ kind }) => kind === 'Pod')
      .map(({ object }) => textAt(object, 'metadata', 'name'))
      .filter((name) => /-(gate|rollout)-/.test(name));
    return [...new Set(names)]
      .map((name) => `${name}:\n${this.stage.kubelet.logOf(name).slice(-3000)}`)
      .join('\n');
  }
}
