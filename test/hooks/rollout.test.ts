import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seen, setOf } from '../sim/worlds.ts';
import { at } from '../../sim/json.ts';
import { fleetWorld, lastRun, operation, until } from './world.ts';

describe('the rollout Job', () => {
  test('lifts a new fleet to its size', async () => {
    const fleet = fleetWorld({ version: '0.6.0' });
    await until(fleet, 'full r1 Succeeded');
    assert.equal(operation(fleet), 'full r1 Succeeded', lastRun(fleet, 'rollout')?.lines.join('\n'));
    assert.equal(seen(fleet.world), '0:0.6.0 1:0.6.0 2:0.6.0');
    assert.deepEqual(fleet.invariants.breaches, []);
  });

  test('rolls one pod at a time', async () => {
    const fleet = fleetWorld({ version: '0.6.0' });
    await until(fleet, 'full r1 Succeeded');
    fleet.push('r2', { version: '0.6.1' });
    await until(fleet, 'full r2 Succeeded');
    console.log(lastRun(fleet, 'rollout')?.lines.join('\n'));
    assert.equal(operation(fleet), 'full r2 Succeeded', lastRun(fleet, 'rollout')?.lines.join('\n'));
    assert.equal(seen(fleet.world), '0:0.6.1 1:0.6.1 2:0.6.1');
    assert.equal(at(setOf(fleet.world), 'spec', 'updateStrategy', 'rollingUpdate', 'partition'), 1_000_000);
    assert.deepEqual(fleet.invariants.breaches, []);
    assert.deepEqual(fleet.world.state.harms, []);
    console.log(fleet.invariants.checked);
  });
});
