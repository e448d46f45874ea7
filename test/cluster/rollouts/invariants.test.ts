import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonObject } from '../../../documents/json.ts';
import type { CelldEvent } from '../../support/kubelet/celld/events.ts';
import { judgeHistory, type Verdict } from './invariants.ts';
import type { Change } from './record.ts';

const CLOSED = 1_000_000;

/** A made-up history: changes in the order they are told, a second apart. */
class Telling {
  readonly changes: Change[] = [];
  readonly events: CelldEvent[] = [];

  set(
    partition: number,
    more: { replicas?: number; update?: string; saved?: boolean; current?: string } = {},
  ): this {
    const { replicas = 3, update = 'b', current = 'a', saved = false } = more;
    const annotations = saved ? { 'celld-gitops.io/saved-replicas': '3' } : {};
    return this.#change('StatefulSet', {
      metadata: { name: 'chat-celld', uid: 'set', annotations },
      spec: { replicas, updateStrategy: { rollingUpdate: { partition } } },
      status: { updateRevision: update, currentRevision: current },
    });
  }

  pod(
    ordinal: number,
    more: { revision?: string; ready?: boolean; ending?: boolean; running?: boolean; uid?: string } = {},
  ): this {
    const { revision = 'a', ready = true, ending = false, running = true } = more;
    const uid = more.uid ?? `pod-${String(ordinal)}-${revision}`;
    const labels = { 'celld-operator.io/workerapp': 'chat', 'controller-revision-hash': revision };
    const name = `chat-celld-${String(ordinal)}`;
    const state = running ? { running: { startedAt: 'x' } } : { waiting: {} };
    return this.#change('Pod', {
      metadata: { name, uid, labels, ...(ending && { deletionTimestamp: 'x' }) },
      status: {
        conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
        containerStatuses: [{ name: 'celld', state }],
      },
    });
  }

  object(kind: Change['kind'], object: JsonObject): this {
    return this.#change(kind, object);
  }

  /** Every pod of these ordinals was asked and said so. */
  asked(ordinals: readonly number[], more: JsonObject = { restoring: 0, told: 'truth' }): this {
    for (const ordinal of ordinals) this.event('state', ordinal, more);
    return this;
  }

  event(event: CelldEvent['event'], ordinal: number, more: JsonObject = {}): this {
    const uid = `pod-${String(ordinal)}-a`;
    const common = {
      version: '0.6.1',
      durability: 'bucket',
      bucket: 's3://x',
      pod: `chat-celld-${String(ordinal)}`,
    };
    const told = { ...common, uid, node: uid, ...more };
    this.events.push({ ...told, at: this.changes.length * 1000 + 500, event });
    return this;
  }

  judge(): Verdict {
    return judgeHistory({ app: 'chat', changes: this.changes, events: this.events });
  }

  #change(kind: Change['kind'], object: JsonObject): this {
    const order = this.changes.length + 1;
    const first = !this.changes.some((change) => uidOf(change.object) === uidOf(object));
    this.changes.push({ at: order * 1000, order, kind, type: first ? 'ADDED' : 'MODIFIED', object });
    return this;
  }
}

function uidOf(object: JsonObject): unknown {
  return (object['metadata'] as JsonObject)['uid'];
}

function whole(): Telling {
  return new Telling().set(CLOSED).pod(0).pod(1).pod(2);
}

function invariants({ breaches }: Verdict): readonly string[] {
  return [...new Set(breaches.map(({ invariant }) => invariant))].sort();
}

suite('judgeHistory()', () => {
  test('passes a release of one pod of a whole fleet that was asked', () => {
    const verdict = whole().asked([0, 1, 2]).set(2).judge();
    assert.deepEqual(verdict.breaches, []);
    assert.equal(verdict.checked.get('I1'), 1);
    assert.equal(verdict.checked.get('I2'), 1);
  });

  const bad: readonly (readonly [string, string, () => Telling])[] = [
    ['two pods at once', 'I1', () => whole().asked([0, 1, 2]).set(1)],
    [
      'a pod beside one that is not ready',
      'I1',
      () => whole().pod(1, { ready: false }).asked([0, 1, 2]).set(2),
    ],
    ['a pod beside one that ends', 'I2', () => whole().pod(1, { ending: true }).asked([0, 1, 2]).set(2)],
    ['a pod that nobody asked', 'I2', () => whole().asked([0, 2]).set(2)],
    [
      'a pod while a peer restores',
      'I2',
      () => whole().asked([0, 1, 2]).asked([1], { restoring: 3, told: 'truth' }).set(2),
    ],
    [
      'a pod on a peer’s lie',
      'I2',
      () => whole().asked([0, 1, 2]).asked([1], { restoring: 0, told: 'html' }).set(2),
    ],
    [
      'a pod on an answer from before the last release',
      'I2',
      () => whole().asked([0, 1, 2]).set(2).pod(2, { revision: 'b' }).set(1),
    ],
    ['a shrink by two', 'I1', () => whole().asked([0, 1, 2]).set(CLOSED, { replicas: 1 })],
    ['zero without the size', 'D2', () => whole().set(CLOSED, { replicas: 0 })],
    ['a new pod that nobody released', 'I4', () => whole().pod(2, { revision: 'b' })],
    [
      'an autoscaler beside an open partition',
      'I9',
      () =>
        whole()
          .object('HorizontalPodAutoscaler', {
            metadata: { name: 'x', uid: 'x' },
            spec: { scaleTargetRef: { name: 'chat-celld' } },
          })
          .asked([0, 1, 2])
          .set(2),
    ],
    [
      'an open partition while the scaler is not paused',
      'I9',
      () =>
        whole()
          .object('ScaledObject', { metadata: { name: 'chat-celld', uid: 's' } })
          .asked([0, 1, 2])
          .set(2),
    ],
    ['success while a pod is old', 'I8', () => done(whole())],
    [
      'a version beside one that it may not meet',
      'I3',
      () =>
        whole()
          .event('start', 0, { version: '0.4.1', beside: [] })
          .event('start', 1, {
            version: '0.5.0',
            beside: [{ node: 'pod-0-a', pod: 'chat-celld-0', version: '0.4.1', durability: 'bucket' }],
          }),
    ],
    [
      'an old version on what a newer one wrote',
      'I3',
      () =>
        whole()
          .event('start', 0, { version: '0.6.2', beside: [] })
          .event('serving', 0, { version: '0.6.2' })
          .pod(0)
          .event('start', 1, { version: '0.6.0', beside: [] }),
    ],
  ];
  for (const [what, invariant, told] of bad)
    test(`finds ${what}`, () => assert.deepEqual(invariants(told().judge()), [invariant]));

  test('passes a pod that holds no cells, whatever the others do', () => {
    const told = whole().pod(2, { running: false, ready: false }).pod(1, { ready: false }).set(2);
    assert.deepEqual(told.judge().breaches, []);
  });

  test('passes neighbours of which one has ended', () => {
    const beside = [{ node: 'pod-0-a', pod: 'chat-celld-0', version: '0.4.1', durability: 'bucket' }];
    const told = whole().event('start', 0, { version: '0.4.1', beside: [] }).event('exit', 0);
    assert.deepEqual(told.event('start', 1, { version: '0.5.0', beside }).judge().breaches, []);
  });
});

function done(telling: Telling): Telling {
  return telling.object('Job', {
    metadata: { name: 'chat-celld-rollout', uid: 'job' },
    status: { conditions: [{ type: 'Complete', status: 'True' }] },
  });
}
