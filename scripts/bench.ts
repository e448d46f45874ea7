import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, usageOf, wallTimes, type Program } from './bench/measure.ts';
import { peerPrograms } from './bench/peers.ts';

const PROGRAM = 'dist/celld-gitops.cjs';
const EXAMPLE = 'examples/quick-start';
const RUNS = Number(process.argv[2] ?? 21);

/** Speed and memory as ratios in one run; nothing here is asserted by a test. */
function main(scratch: string): void {
  process.stdout.write(`Node ${process.version}, ${String(RUNS)} paired runs, medians\n\n`);
  oneApp(scratch);
  manyApps(scratch);
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
  main(scratch);
} finally {
  rmSync(scratch, { recursive: true });
}
