import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passThroughWave } from '../../../cmp/passthrough/wave.ts';
import { WAVE_FOUNDATION, WAVE_LAST, WAVE_WORKLOAD } from '../../../cmp/waves.ts';

const ROWS = [
  ['', 'ConfigMap', WAVE_FOUNDATION],
  ['', 'Secret', WAVE_FOUNDATION],
  ['external-secrets.io', 'ExternalSecret', WAVE_FOUNDATION],
  ['bitnami.com', 'SealedSecret', WAVE_FOUNDATION],
  ['networking.k8s.io', 'NetworkPolicy', WAVE_FOUNDATION],
  ['cert-manager.io', 'Certificate', WAVE_LAST],
  ['networking.k8s.io', 'Ingress', WAVE_LAST],
  ['gateway.networking.k8s.io', 'HTTPRoute', WAVE_LAST],
  ['apps', 'Deployment', WAVE_LAST],
  ['', 'PersistentVolumeClaim', WAVE_LAST],
  ['', 'Service', WAVE_LAST],
  ['example.com', 'Unheard', WAVE_LAST],
  ['constructor', 'name', WAVE_LAST],
] as const;

for (const [group, kind, wave] of ROWS) {
  test(`passThroughWave() puts ${group === '' ? 'core' : group} ${kind} into wave ${wave}`, () => {
    assert.equal(passThroughWave({ group, kind }), wave);
  });
}

test('the waves keep their order, and nothing that passes through shares the wave of the fleet (D3)', () => {
  const waves = [WAVE_FOUNDATION, WAVE_WORKLOAD, WAVE_LAST];
  assert.deepEqual(
    waves.toSorted((a, b) => a - b),
    waves,
  );
  assert.equal(new Set(waves).size, 3);
});
