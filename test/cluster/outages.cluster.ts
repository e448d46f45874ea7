import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FleetTest } from './rollouts/fleet-test.ts';
import { REPAIRS } from './rollouts/scenarios/repairs.ts';
import { setStage, type Stage } from './rollouts/stage.ts';

const OUTAGE_MS = 20_000;

suite('Rollouts while the control plane fails', () => {
  let stage: Stage;
  before(async () => {
    stage = await setStage();
  });
  after(() => stage.strike());

  const failures: readonly (readonly [string, string, (stage: Stage) => Promise<void>])[] = [
    ['the API server is restarted', 'restart', ({ plane }) => plane.restartApiServer()],
    [
      'etcd stands still for 20 s',
      'etcd',
      async ({ plane }) => {
        plane.servers.etcd.signal('SIGSTOP');
        await sleep(OUTAGE_MS);
        plane.servers.etcd.signal('SIGCONT');
      },
    ],
  ];
  for (const [what, namespace, fail] of failures)
    test(`${what} in mid-roll, and the roll goes on to its end`, async () => {
      const fleet = await new FleetTest(stage, namespace).createNamespace();
      await fleet.syncs({ version: '0.6.1' });
      const [end] = await fleet.start({ version: '0.6.2' });
      await fleet.released(2);
      await fail(stage);
      assert.equal((await end)?.ok, true, fleet.logs());
      await fleet.reach('0:0.6.2 1:0.6.2 2:0.6.2');
      await fleet.judge();
    });
});

for (const isOn of [true, false])
  suite(`A broken revision with the feature gate MaxUnavailableStatefulSet ${isOn ? 'on' : 'off'}`, () => {
    let stage: Stage;
    before(async () => {
      stage = await setStage({ featureGates: { MaxUnavailableStatefulSet: isOn } });
    });
    after(() => stage.strike());

    for (const { name, play, ends } of REPAIRS.slice(0, 3))
      test(name, async () => {
        const namespace = name
          .replaceAll(/[^a-z]+/g, '-')
          .slice(0, 60)
          .replaceAll(/^-|-$/g, '');
        const fleet = await new FleetTest(stage, namespace).createNamespace();
        await play(fleet);
        await fleet.reach(ends ?? '');
        await fleet.judge();
      });
  });
