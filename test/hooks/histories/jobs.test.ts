import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../../../fleet/cluster-api.ts';
import { fleetNames } from '../../../fleet/names.ts';
import { TYPES } from '../../../sim/api/resource-types.ts';
import { publishDeployment } from '../../../sim/celld/lifecycle.ts';
import { syncWithoutHooks } from '../../../sim/argocd/control.ts';
import { loseJobMachine } from '../../../sim/jobs/job-pods.ts';
import { mapsAt, numberAt, textAt } from '../../../sim/json.ts';
import type { MadeCall } from '../../../sim/time/calls.ts';
import type { SimProcess } from '../../../sim/time/process.ts';
import { ME, NAMESPACE, refOf } from '../../sim/objects.ts';
import { seen, setOf, settle } from '../../sim/worlds.ts';
import { type FleetOptions, manifestsOf, planOf } from '../fleet.ts';
import { codesOf, forMinutes, movedTo, plays, sentenceOf, terminate } from '../scenario.ts';
import { APPLICATION, fleetWorld, type FleetWorld, operation, programOf, running, until } from '../world.ts';

/** A second rollout Job of the same fleet, as another Application or a retry would start it. */
function startRollout(fleet: FleetWorld, options: FleetOptions, uid: string): SimProcess {
  const plan = planOf(options);
  const name = fleetNames(plan.app).rolloutJob;
  const job = manifestsOf(plan).find((object) => textAt(object, 'metadata', 'name') === name);
  if (job === undefined) throw new Error('no Job is rendered');
  return fleet.world.startProgram(programOf(job, fleet.runs, fleet.invariants), {
    name: `${name}-${uid}`,
    user: `system:serviceaccount:${NAMESPACE}:${name}`,
    job: { name, uid },
    pod: { name: `${name}-${uid}`, uid: `pod-${uid}` },
  });
}

describe('one at a time', () => {
  test('Y54: of two Jobs that start together one moves the fleet, and the other says who holds it', async () => {
    const fleet = fleetWorld({ version: '0.6.1' });
    await until(fleet, 'full r1 Succeeded');
    fleet.push('r2', { version: '0.6.2' });
    await movedTo(fleet, 2);
    const second = startRollout(fleet, { version: '0.6.2' }, 'second');
    await until(fleet, 'full r2 Succeeded');
    assert.equal(seen(fleet.world), '0:0.6.2 1:0.6.2 2:0.6.2');
    await settle(fleet.world);
    assert.ok(second.exitCode === 13 || second.exitCode === 0);
    const lost = fleet.runs.find(({ code }) => code === 13);
    if (lost !== undefined) assert.match(lost.sentence, /Lease is held by/);
    assert.deepEqual(fleet.invariants.breaches, []);
  });

  test('Y26: a Job that stalls loses its Lease, and wakes without doing harm', async () => {
    let isStalled = false;
    const stall = ({ call, process }: MadeCall, phase: string) => {
      const isRelease =
        call.verb === 'patch' && call.ref.type.plural === 'statefulsets' && 'spec' in call.body;
      if (isStalled || phase !== 'before' || !isRelease || !process.user.endsWith('rollout'))
        return undefined;
      if (numberAt(call.body, 'spec', 'updateStrategy', 'rollingUpdate', 'partition') !== 1) return undefined;
      isStalled = true;
      return { kind: 'delay', milliseconds: 120_000 } as const;
    };
    const fleet = fleetWorld({ version: '0.6.1' }, { config: { onCall: stall } });
    await until(fleet, 'full r1 Succeeded');
    fleet.push('r2', { version: '0.6.2' });
    await movedTo(fleet, 2);
    await fleet.world.run({ milliseconds: 60_000, until: () => isStalled });
    assert.ok(isStalled);
    startRollout(fleet, { version: '0.6.2' }, 'second');
    await until(fleet, 'full r2 Succeeded');
    await forMinutes(fleet, 5);
    assert.equal(seen(fleet.world), '0:0.6.2 1:0.6.2 2:0.6.2');
    assert.deepEqual(fleet.invariants.breaches, []);
    assert.deepEqual(fleet.world.state.harms, []);
  });

  test('Y11: an older Job of an ended operation writes nothing once a newer plan is approved', async () => {
    const fleet = fleetWorld({ version: '0.4.1', size: [3, 6] });
    await until(fleet, 'full r1 Succeeded');
    const older = startRollout(fleet, { version: '0.4.1', size: [4, 7] }, 'older');
    fleet.push('r2', { version: '0.5.1', strategy: 'Recreate', size: [3, 6] });
    await until(fleet, 'full r2 Succeeded');
    await forMinutes(fleet, 3);
    assert.equal(older.exitCode, 13);
    assert.equal(seen(fleet.world), '0:0.5.1 1:0.5.1 2:0.5.1');
    assert.deepEqual(fleet.invariants.breaches, []);
    assert.deepEqual(
      fleet.world.state.harms.filter(({ kind }) => kind === 'neighbours' || kind === 'unreadable'),
      [],
    );
  });

  test('a Job whose pod is on a lost node is waited out by the next one (Y15)', async () => {
    const fleet = fleetWorld({ version: '0.6.1' }, { application: { retryLimit: 0 } });
    await until(fleet, 'full r1 Succeeded');
    fleet.push('r2', { version: '0.6.2' });
    await movedTo(fleet, 2);
    const [process] = running(fleet, 'chat-celld-rollout');
    const pod = [...fleet.world.processes.entries()].find(([, other]) => other === process)?.[0];
    loseJobMachine(fleet.world, pod ?? '');
    await forMinutes(fleet, 30);
    assert.equal(operation(fleet), 'full r2 Running');
    const partition = numberAt(setOf(fleet.world), 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
    assert.ok(partition === 2 || partition === 1);
    // The manual step that docs/safety.md names: the pod is deleted by force, and the Job gets another one.
    fleet.world.api.delete(refOf(TYPES.pod, process?.name ?? ''), { gracePeriodSeconds: 0 }, ME);
    await until(fleet, 'full r2 Succeeded');
    assert.equal(seen(fleet.world), '0:0.6.2 1:0.6.2 2:0.6.2');
    assert.deepEqual(fleet.invariants.breaches, []);
  });
});

describe('how a Job ends', () => {
  test('Y31: a Job that is told to stop after a third template was applied writes nothing to the fleet', async () => {
    const writes: string[] = [];
    let isWatched = false;
    const fleet = fleetWorld({ version: '0.6.0' });
    fleet.world.watchers.push(({ ref, caller }) => {
      if (isWatched && caller.user.endsWith('rollout')) writes.push(ref.type.plural);
    });
    await until(fleet, 'full r1 Succeeded');
    fleet.push('r2', { version: '0.6.1' });
    await movedTo(fleet, 2);
    fleet.push('r3', { version: '0.6.2' });
    syncWithoutHooks(fleet.world, APPLICATION, ['StatefulSet']);
    const body = { spec: { template: planOf({ version: '0.6.2' }).podTemplate } };
    fleet.world.api.patch(refOf(TYPES.statefulSet, 'chat-celld'), body, {
      kind: 'merge',
      fieldManager: 'me',
      user: 'me',
    });
    isWatched = true;
    for (const process of running(fleet, 'chat-celld-rollout')) process.terminate();
    await fleet.world.run({ milliseconds: 5000 });
    assert.deepEqual(writes, []);
  });

  test('Y32: the sentence as FailureTarget is the last thing that a refusing Job writes', async () => {
    const calls: string[] = [];
    const fleet = fleetWorld(
      { version: '0.3.0' },
      {
        config: {
          onCall: ({ call, process }, phase) => {
            if (
              phase === 'before' &&
              /gate|rollout/.test(process.user) &&
              call.verb !== 'sleep' &&
              call.verb !== 'state'
            )
              calls.push(`${call.verb} ${'ref' in call ? call.ref.type.plural : call.type.plural}`);
            return undefined;
          },
        },
      },
    );
    await until(fleet, 'full r1 Succeeded');
    fleet.push('r2', { version: '0.2.1' });
    await until(fleet, 'full r2 Failed');
    assert.deepEqual(calls.slice(-3), ['patch workerapps', 'create events', 'patch jobs']);
    const job = fleet.world.api.get(refOf(TYPES.job, 'chat-celld-gate'));
    assert.match(
      textAt(
        mapsAt(job, 'status', 'conditions').find(({ type }) => type === 'Failed'),
        'message',
      ),
      /0\.3 -> 0\.2/,
    );
  });

  test('a Job whose identity is taken away (401) stops as superseded and writes nothing more', async () => {
    let isTaken = false;
    const fleet = fleetWorld(
      { version: '0.6.1' },
      {
        config: {
          onCall: ({ call, process }, phase) => {
            if (!isTaken || phase !== 'before' || !process.user.endsWith('rollout') || call.verb === 'sleep')
              return undefined;
            return {
              kind: 'error',
              error: new ApiError('Unauthorized', { status: 401, reason: 'Unauthorized' }),
            };
          },
        },
        application: { retryLimit: 0 },
      },
    );
    await until(fleet, 'full r1 Succeeded');
    fleet.push('r2', { version: '0.6.2' });
    await movedTo(fleet, 2);
    isTaken = true;
    await fleet.world.run({ milliseconds: 20_000 });
    assert.deepEqual(codesOf(fleet, 'rollout').slice(1, 2), [13]);
  });

  test('403 at first only means that the Role is not there yet; for 30 s it is no reason to end', async () => {
    const until403 = { at: 0 };
    const fleet = fleetWorld(
      { version: '0.6.1' },
      {
        config: {
          onCall: ({ call, process }, phase) => {
            const isEarly = fleet.world.state.now < until403.at;
            if (!isEarly || phase !== 'before' || !/gate|rollout/.test(process.user) || call.verb === 'sleep')
              return undefined;
            return { kind: 'error', error: new ApiError('no', { status: 403, reason: 'Forbidden' }) };
          },
        },
      },
    );
    await until(fleet, 'full r1 Succeeded');
    until403.at = fleet.world.state.now + 20_000;
    fleet.push('r2', { version: '0.6.2' });
    await until(fleet, 'full r2 Succeeded');
    until403.at = fleet.world.state.now + 600_000;
    fleet.push('r3', { version: '0.6.2', env: [{ name: 'A', value: 'b' }] });
    await until(fleet, 'full r3 Failed');
    assert.match(sentenceOf(fleet, 'gate'), /this Job may not/);
  });
});

plays({
  name: 'Y19: the pointer moves on in mid-roll: the fleet is done, and the sentence says what superseded it',
  first: { version: '0.6.1', source: 'follow' },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.2', source: 'follow' });
    await movedTo(fleet, 2);
    publishDeployment(fleet.world, 's3://cells/chat', 'fedcba9876543210');
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  check: (fleet) => assert.match(sentenceOf(fleet, 'rollout'), /superseded by fedcba9876543210/),
});

plays({
  name: 'InPlace changes no pod and waits until every pod serves the expected deployment',
  first: { version: '0.6.2', inPlace: true },
  history: async (fleet) => {
    const before = [...fleet.world.state.nodes.keys()].join();
    fleet.push('r2', { version: '0.6.2', inPlace: true, appVersion: 'fedcba9876543210' });
    await fleet.world.run({ milliseconds: 20_000 });
    assert.equal(operation(fleet), 'full r2 Running');
    publishDeployment(fleet.world, 's3://cells/chat', 'fedcba9876543210');
    await until(fleet, 'full r2 Succeeded');
    assert.equal([...fleet.world.state.nodes.keys()].join(), before);
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2',
});

plays({
  name: 'a restart token restarts every pod through the same gates',
  first: { version: '0.6.2' },
  history: async (fleet) => {
    const before = new Set(fleet.world.state.nodes.keys());
    fleet.push('r2', { version: '0.6.2', restartToken: 't1' });
    await until(fleet, 'full r2 Succeeded');
    assert.ok([...fleet.world.state.nodes.keys()].every((uid) => !before.has(uid)));
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2',
});

plays({
  name: 'Y50: a retry that refreshes takes the mending commit',
  first: { version: '0.3.0' },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.4.1' });
    await until(fleet, 'full r2 Failed');
    fleet.push('r3', { version: '0.3.0', env: [{ name: 'A', value: 'b' }] });
    await until(fleet, 'full r3 Succeeded');
  },
  ends: '0:0.3.0 1:0.3.0 2:0.3.0',
});

plays({
  name: 'Y33: an address that is used again is not taken for the pod that had it',
  first: { version: '0.6.1', size: 4 },
  options: { config: { reusesAddresses: true } },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.2', size: 4 });
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2 3:0.6.2',
});

plays({
  name: 'a Job that is terminated in mid-roll gives its Lease back, and the next one goes on at once',
  first: { version: '0.6.1' },
  history: async (fleet) => {
    fleet.push('r2', { version: '0.6.2' });
    await movedTo(fleet, 2);
    terminate(fleet);
    await until(fleet, 'full r2 Succeeded');
  },
  ends: '0:0.6.2 1:0.6.2 2:0.6.2',
});
