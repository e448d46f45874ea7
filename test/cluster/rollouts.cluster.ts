import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { CLOSED_PARTITION } from '../../fleet/bounds.ts';
import { foreignWrites } from './rollouts/audit.ts';
import { FleetTest } from './rollouts/fleet-test.ts';
import { SCENARIOS } from './rollouts/scenarios.ts';
import { setStage, type Stage } from './rollouts/stage.ts';

/** Scenarios that wait for their own clocks can wait beside each other. */
const AT_ONCE = 4;

let stage: Stage;

suite('Rollouts with real processes on a real control plane', { concurrency: AT_ONCE }, () => {
  before(async () => {
    stage = await setStage();
  });
  after(() => stage.strike());

  for (const [index, { name, play, ends, byHand = [], acknowledged = [] }] of SCENARIOS.entries())
    test(name, async () => {
      const fleet = await new FleetTest(stage, `fleet-${String(index)}`).createNamespace();
      await play(fleet);
      if (ends !== undefined) {
        await fleet.reach(ends);
        assert.equal(await fleet.partition(), CLOSED_PARTITION);
      }
      await fleet.judge({ byHand, acknowledged });
      const own = (await foreignWrites(stage.plane)).filter((call) => call.includes(fleet.namespace));
      assert.deepEqual(own, [], 'I10: a Job wrote what is not its fleet’s');
    });
});
