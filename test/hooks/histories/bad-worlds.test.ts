import assert from 'node:assert/strict';
import { LIES } from '../../../sim/celld/behaviour.ts';
import { makeLie } from '../../../sim/kubelet/mishaps.ts';
import { seen } from '../../sim/worlds.ts';
import { forMinutes, movedTo, plays } from '../scenario.ts';
import { running, until } from '../world.ts';

for (const hours of [-2, 2])
  plays({
    name: `a Job whose wall clock jumps by ${hours} hours in mid-roll waits and releases as before`,
    first: { version: '0.6.1' },
    history: async (fleet) => {
      fleet.push('r2', { version: '0.6.2' });
      await movedTo(fleet, 2);
      for (const process of running(fleet, 'chat-celld-rollout')) process.clockOffset = hours * 3_600_000;
      await until(fleet, 'full r2 Succeeded');
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
  });

for (const [name, lie] of Object.entries(LIES))
  plays({
    name: `a pod whose /state is ${name} holds the roll, and nothing is released until it speaks again`,
    first: { version: '0.6.1' },
    history: async (fleet) => {
      makeLie(fleet.world, 'chat-celld-0', lie);
      fleet.push('r2', { version: '0.6.2' });
      await forMinutes(fleet, 5);
      assert.equal(seen(fleet.world), '0:0.6.1 1:0.6.1 2:0.6.1');
      makeLie(fleet.world, 'chat-celld-0', undefined);
      await until(fleet, 'full r2 Succeeded');
    },
    ends: '0:0.6.2 1:0.6.2 2:0.6.2',
    withoutCrashes: true,
  });
