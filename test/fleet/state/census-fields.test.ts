import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deploymentSettled } from '../../../fleet/state/deployment-settled.ts';
import { missingStateFields } from '../../../fleet/state/missing-state-fields.ts';
import type { CelldState } from '../../../fleet/state-reader.ts';
import { parseVersion } from '../../../fleet/version.ts';

const BARE: CelldState = { ownership: 's3', occupied: 1, shedding: null };
const SERVED = { version: 'a1', generation: 2, draining: 0, swapping: 0 };

test('missingStateFields() misses restoring from 0.2.0 on, and where the version is not known', () => {
  const table: readonly [string, readonly string[]][] = [
    ['0.1.0', []],
    ['0.2.0', ['restoring']],
    ['0.6.2', ['restoring']],
    ['0.7.0', ['restoring']],
    ['unknown', ['restoring']],
  ];
  for (const [version, missing] of table) {
    assert.deepEqual(missingStateFields(BARE, parseVersion(version)), missing, version);
    assert.deepEqual(missingStateFields({ ...BARE, restoring: 0 }, parseVersion(version)), [], version);
  }
});

test('deploymentSettled() is true only of the expected deployment, alone', () => {
  assert.deepEqual(deploymentSettled({ ...BARE, deployment: SERVED }, 'a1'), { settled: true });
});

test('deploymentSettled() says what a node is still waiting for', () => {
  const table: readonly [CelldState['deployment'], string][] = [
    [undefined, 'not-told'],
    [{ ...SERVED, version: 'a2' }, 'other-version'],
    [{ ...SERVED, version: 'a2', draining: 1 }, 'other-version'],
    [{ ...SERVED, draining: 1, swapping: 1 }, 'draining'],
    [{ ...SERVED, swapping: 1 }, 'swapping'],
  ];
  for (const [deployment, reason] of table) {
    const state = deployment === undefined ? BARE : { ...BARE, deployment };
    assert.deepEqual(deploymentSettled(state, 'a1'), { settled: false, reason });
  }
});
