import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, usageOf, wallTimes, type Program } from './bench/measure.ts';
import { peerPrograms } from './bench/peers.ts';
import { realJob } from './bench/real-job.ts';
import { virtualRollout } from './bench/rollouts.ts';
import { ANSWER_MS, measureSweep } from './bench/sweeps.ts';

const PROGRAM = 'dist/celld-gitops.cjs';
const EXAMPLE = 'examples/quick-start';
const RUNS = Number(process.argv[2] ?? 21);

/** Speed and memory as ratios in one run; nothing here is asserted by a test. */
async function main(scratch: string): Promise<void> {
  process.stdout.write(`Node ${process.version}, ${String(RUNS)} paired runs, medians\n\n`);
  oneApp(scratch);
  manyApps(scratch);
  await fleets(scratch);
}

function oneApp(scratch: string): void {
  const node = process.execPath;
  const programs: readonly Program[] = [
    { name: 'node -e 0', command: node, args: ['-e', '0'] },
    { name: 'celld-gitops version (start and load)', command: node, args: [PROGRAM, 'version'] },
    { name: 'celld-gitops generate, one app', command: node, args: generateArgs(join(EXAMPLE, 'app')) },
    ...peerPrograms(scratch, join(EXAMPLE, 'expected.yaml')),
  ];
  const times = wallTimes(programs, RUNS);
  const bare = median(times.get('node -e 0') ?? []);
  for (const [name, values] of times) {
    const time = median(values);
    row(name, `${time.toFixed(1)} ms`, `${(time / bare).toFixed(2)} x node -e 0`);
  }
  process.stdout.write('aim: generate of one app at most 1.5 x, bound 2 x\n\n');
}

function manyApps(scratch: string): void {
  const counts = [100, 1000];
  const used = counts.map((count) => {
    const folder = writeApps(scratch, count);
    const usages = [1, 2, 3].map(() => usageOf(process.execPath, generateArgs(folder)));
    const cpu = median(usages.map(({ cpuMilliseconds }) => cpuMilliseconds));
    const memory = median(usages.map(({ peakMegabytes }) => peakMegabytes));
    row(
      `celld-gitops generate, ${String(count)} apps`,
      `${cpu.toFixed(0)} ms CPU`,
      `${memory.toFixed(0)} MB at the peak`,
    );
    return cpu;
  });
  const [few = Number.NaN, many = Number.NaN] = used;
  process.stdout.write(
    `10 x the apps take ${(many / few).toFixed(1)} x the time (bound 11 x); bounds for 1,000: 3,000 ms, 400 MB; aims: half\n`,
  );
}

/** The Jobs: a rollout's length in virtual time, a sweep on loopback, and what a real process needs. */
async function fleets(scratch: string): Promise<void> {
  process.stdout.write('\n');
  for (const pods of [3, 10, 30, 100]) {
    const { took, restarts, bound } = await virtualRollout(pods);
    const what = `${took.toFixed(0)} s, of them ${restarts.toFixed(0)} s restarts`;
    row(`rollout of ${pods} pods, virtual time`, what, `${(took / bound).toFixed(2)} of its bound`);
  }
  process.stdout.write('bound: restarts and settle times, 5 % more, and 1 s a step\n\n');
  const { wall, cpu, mostAtATime, answered } = await measureSweep(100);
  row(
    `sweep of ${answered} of 100 pods`,
    `${wall.toFixed(0)} ms, ${cpu.toFixed(0)} ms CPU`,
    `${mostAtATime} at a time`,
  );
  process.stdout.write(`one after another: ${100 * ANSWER_MS} ms; bound: 16 at a time\n\n`);
  const { peakMegabytes, cpuMilliseconds } = await realJob(scratch, 100, JOB_MS);
  row(
    'rollout Job of 100 pods, 30 s',
    `${cpuMilliseconds.toFixed(0)} ms CPU`,
    `${peakMegabytes.toFixed(0)} MB at the peak`,
  );
  process.stdout.write('bound: 120 MB\n');
}

const JOB_MS = 30_000;

/** With the flags of argocd/plugin/plugin.yaml. */
const FLAGS = ['--max-old-space-size=512', '--min-semi-space-size=16'];

function generateArgs(folder: string): readonly string[] {
  return [...FLAGS, PROGRAM, 'generate', '--namespace', 'chat', folder];
}

/** A folder with so many WorkerApps, a file each, like the quick start. */
function writeApps(scratch: string, count: number): string {
  const folder = join(scratch, `apps-${String(count)}`);
  mkdirSync(folder);
  const text = readFileSync(join(EXAMPLE, 'app', 'chat.yaml'), 'utf8');
  for (let index = 0; index < count; index += 1) {
    writeFileSync(
      join(folder, `app-${String(index)}.yaml`),
      text.replaceAll('chat', `chat-${String(index)}`),
    );
  }
  return folder;
}

function row(...cells: readonly string[]): void {
  process.stdout.write(`${cells.map((cell, index) => cell.padEnd([40, 14, 0][index] ?? 0)).join('  ')}\n`);
}

const scratch = mkdtempSync(join(tmpdir(), 'celld-gitops-bench-'));
try {
  await main(scratch);
} finally {
  rmSync(scratch, { recursive: true });
}
