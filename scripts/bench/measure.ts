import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';

/** A whole program, as a shell would start it. */
export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Milliseconds of one run after another; the programs take turns, so that a busy moment hits all of them. */
export function wallTimes(
  programs: readonly Program[],
  runs: number,
): ReadonlyMap<string, readonly number[]> {
  const times = new Map<string, number[]>(programs.map(({ name }) => [name, []]));
  for (let run = 0; run < runs; run += 1) {
    for (const program of programs) times.get(program.name)?.push(wallTime(program));
  }
  return times;
}

function wallTime({ name, command, args }: Program): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const time = performance.now() - start;
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  return time;
}

/** What a Node program used until its exit. */
export interface Usage {
  readonly cpuMilliseconds: number;
  readonly peakMegabytes: number;
}

/** Runs a Node program once and asks it at its exit, through a preloaded script, what it used. */
export function usageOf(node: string, args: readonly string[]): Usage {
  const { status, output } = spawnSync(node, ['--require', './scripts/bench/report-usage.cjs', ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`node ${args.join(' ')} failed`);
  return JSON.parse(output[3] ?? '') as Usage;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
