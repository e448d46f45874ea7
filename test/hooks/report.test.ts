import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { textAt } from '../../fleet/object-fields.ts';
import { TYPES } from '../../sim/api/resource-types.ts';
import { mapsAt } from '../../sim/json.ts';
import { fault, type FaultName } from '../../sim/time/faults.ts';
import type { MadeCall } from '../../sim/time/calls.ts';
import { refOf } from '../sim/objects.ts';
import { hasSaid } from './scenario.ts';
import { fleetWorld, operation, until } from './world.ts';

/** A fleet that is asked to go back across a blocked boundary, on an API server that fails the last write so often. */
async function refused(name: FaultName, phase: 'before' | 'after', times: number) {
  let failures = 0;
  const onCall = ({ call }: MadeCall, at: 'before' | 'after') => {
    const isLast = call.verb === 'patch' && call.ref.type.plural === 'jobs';
    if (!isLast || at !== phase || failures === times) return undefined;
    failures += 1;
    return fault(name);
  };
  const fleet = fleetWorld({ version: '0.6.1' }, { application: { retryLimit: 0 }, config: { onCall } });
  await until(fleet, 'full r1 Succeeded');
  fleet.push('r2', { version: '0.6.0' });
  await until(fleet, 'full r2 Failed');
  assert.equal(operation(fleet), 'full r2 Failed');
  const job = fleet.world.api.get(refOf(TYPES.job, 'chat-celld-gate'));
  const failed = mapsAt(job, 'status', 'conditions').find(({ type }) => type === 'Failed');
  return { fleet, failures, reason: textAt(failed, 'reason'), message: textAt(failed, 'message') };
}

suite('a refusal', () => {
  for (const [name, phase] of [
    ['conflict', 'before'],
    ['timeout', 'after'],
    ['internal', 'before'],
  ] as const)
    test(`reaches the Job's own status though its last write first meets: ${name}, ${phase} it is done`, async () => {
      const { failures, reason, message } = await refused(name, phase, 2);
      assert.equal(failures, 2);
      assert.equal(reason, 'Refused');
      assert.match(message ?? '', /0\.6\.1.*0\.6\.0/s);
    });

  test('that cannot be written is still told by the exit code and the termination message', async () => {
    const { fleet, failures, reason } = await refused('internal', 'before', Number.POSITIVE_INFINITY);
    assert.equal(failures, 3);
    assert.equal(reason, 'PodFailurePolicy');
    assert.ok(hasSaid(fleet, 'gate', /0\.6\.1.*0\.6\.0/s));
  });
});
