import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TYPES } from '../../sim/api/resource-types.ts';
import { at, textAt } from '../../sim/json.ts';
import { isRunningAndReady, isTerminating, revisionOf } from '../../sim/stateful-set/pod-facts.ts';
import type { CallHook } from '../../sim/time/calls.ts';
import { callText } from '../../sim/time/faults.ts';
import type { Program } from '../../sim/time/process.ts';
import { applicationWorld, ended, operation, push, ROLLOUT } from './applications.ts';
import { imageOf, NAMESPACE, SET } from './objects.ts';
import { scale, seen, settle } from './worlds.ts';

const SELECTOR = 'celld-operator.io/workerapp=chat';
const SIZE = 3;

/** A plain rollout, one ordinal at a time when all is well; it remembers nothing. */
const ROLL: Program = async ({ api, clock, reader }) => {
  for (;;) {
    const set = await api.get(SET);
    const { items } = await api.list(TYPES.pod, NAMESPACE, SELECTOR);
    const readings = await Promise.all(
      items.map((pod) => reader.read({ ip: textAt(pod, 'status', 'podIP'), port: 8081 })),
    );
    const isCalm =
      items.length === Number(at(set, 'spec', 'replicas')) &&
      items.every((pod) => isRunningAndReady(pod) && !isTerminating(pod)) &&
      readings.every((reading) => reading.kind === 'answer' && reading.state.restoring === 0);
    const isSeen = at(set, 'metadata', 'generation') === at(set, 'status', 'observedGeneration');
    const moved = items.filter((pod) => revisionOf(pod) === textAt(set, 'status', 'updateRevision')).length;
    if (isCalm && isSeen && moved === items.length) return 0;
    if (isCalm && isSeen) {
      const body = { spec: { updateStrategy: { rollingUpdate: { partition: items.length - moved - 1 } } } };
      await api.patch(SET, body, { kind: 'merge', fieldManager: 'rollout' });
    }
    await clock.sleep(4000);
  }
};

interface Crash {
  readonly at: number;
  readonly phase: 'before' | 'after';
}

/** A fleet of three that rolls to a new version, its first rollout Job killed at one call. */
async function rolled(
  crash: Crash,
): Promise<{ readonly end: string; readonly calls: readonly string[]; readonly kills: number }> {
  const calls: string[] = [];
  let kills = 0;
  let isArmed = false;
  const onCall: CallHook = (made, phase) => {
    if (isArmed && phase === 'before' && kills === 0) calls.push(callText(made));
    if (!isArmed || kills > 0 || made.number !== crash.at || phase !== crash.phase) return undefined;
    kills += 1;
    return { kind: 'kill' };
  };
  const { world } = applicationWorld({
    programs: { [ROLLOUT]: ROLL },
    set: { image: imageOf('0.6.0') },
    config: { onCall, seed: crash.at },
  });
  await ended(world, 'Succeeded');
  scale(world, SIZE);
  await settle(world);
  isArmed = true;
  push(world, 'r2', { image: imageOf('0.6.1') });
  await world.run({ milliseconds: 1_800_000, until: () => operation(world) === 'full r2 Succeeded' });
  const overlaps = world.state.harms.filter(({ kind }) => kind === 'overlap').length;
  return { end: `${operation(world)}: ${seen(world)}, ${overlaps} overlaps`, calls, kills };
}

test('a rollout Job killed at any call is replaced by a retry, and the fleet ends as it should', async () => {
  const whole = await rolled({ at: Number.POSITIVE_INFINITY, phase: 'before' });
  const wanted = 'full r2 Succeeded: 0:0.6.1 1:0.6.1 2:0.6.1, 0 overlaps';
  assert.equal(whole.end, wanted);
  assert.ok(whole.calls.length > 20, whole.calls.join('\n'));
  for (let at = 1; at <= 25; at += 1) {
    for (const phase of ['before', 'after'] as const) {
      const { end, kills } = await rolled({ at, phase });
      assert.deepEqual([end, kills], [wanted, 1], `killed ${phase} call ${at}`);
    }
  }
});
