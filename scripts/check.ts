import { spawnSync } from 'node:child_process';

/** The local gate, in the order in which a mistake is cheapest to see. Each is a command that CI runs too. */
const STEPS: readonly (readonly [string, ...string[]])[] = [
  ['tsc', '-p', '.'],
  ['eslint', '.'],
  ['prettier', '--check', '--log-level', 'warn', '.'],
  ['node', 'scripts/generate.ts', '--check'],
  ['npm', 'test', '--silent'],
];

/** Runs every step, also after one has failed, and fails if one did. */
function main(): void {
  const failed = STEPS.filter(([command, ...args]) => {
    process.stderr.write(`> ${[command, ...args].join(' ')}\n`);
    return spawnSync(command, args, { stdio: 'inherit' }).status !== 0;
  });
  if (failed.length === 0) return;
  process.stderr.write(`failed: ${failed.map((step) => step.join(' ')).join('; ')}\n`);
  process.exitCode = 1;
}

main();
