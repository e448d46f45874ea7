import { globSync } from 'node:fs';

/** Tables first: they take half a second and kill most. */
export const STAGES: readonly (readonly string[])[] = [
  files('test/fleet/rollout/*.test.ts', 'test/fleet/gate/*.test.ts', 'test/fleet/celld/upgrade.test.ts'),
  files('test/hooks/histories/*.test.ts', 'test/hooks/*.test.ts').filter(
    (file) => !/\/(?:command|read-plan)\.test/.test(file),
  ),
];

function files(...patterns: readonly string[]): readonly string[] {
  return patterns.flatMap((pattern) => globSync(pattern).sort());
}
