import { spawnSync } from 'node:child_process';

/** Every generator, in an order in which none reads what a later one writes. */
const GENERATORS = [
  'generate-schemas',
  'generate-templates',
  'generate-behaviours',
  'generate-reference',
  'generate-examples',
  'generate-onboarding',
];

/** Regenerates every generated file; `--check` only compares, and fails when one differs. */
function main(): void {
  for (const name of GENERATORS) {
    const { status } = spawnSync(process.execPath, [`scripts/${name}.ts`, ...process.argv.slice(2)], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exitCode = 1;
  }
}

main();
