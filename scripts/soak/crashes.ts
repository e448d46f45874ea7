import { spawn } from 'node:child_process';

const TESTS = 'test/hooks/histories/*.test.ts';

/** Every named history again, with the Job killed before and after each of its calls. I6. */
export async function soakCrashes(workers: number): Promise<boolean> {
  const started = performance.now();
  console.log('crashes: every named history, killed before and after every call');
  const args = ['--test', `--test-concurrency=${workers}`, '--test-reporter=dot', TESTS];
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, CRASHES: 'all' } });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  console.log(
    `  ${code === 0 ? 'all passed' : 'FAILED'}, ${Math.round((performance.now() - started) / 1000)} s`,
  );
  return code === 0;
}
