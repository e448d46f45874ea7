import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openCache, type Cache } from './mutation/cache.ts';
import { EQUIVALENT_MUTANTS } from './mutation/equivalent-mutants.ts';
import { type Mutant, mutantsOf } from './mutation/mutants.ts';
import { STAGES } from './mutation/tests-of.ts';
import { ROOT, workingCopy, type WorkingCopy } from './mutation/working-copy.ts';

const USAGE = `usage: npm run test:mutation -- [--file PART] [--jobs N] [--all] [--list]

Takes one condition, step or row at a time out of the decisions and says which of them no test misses.
  --file PART  only mutants whose file has this in its path
  --jobs N     working copies that are tried side by side (2)
  --all        also tries the mutants that are listed as equivalent: they must survive
  --list       prints the mutants and tries none
`;
const DECISIONS = [
  'fleet/rollout/**/*.ts',
  'fleet/gate/*.ts',
  'fleet/judge-upgrade.ts',
  'fleet/upgrade-rules.ts',
];

function allMutants(): readonly Mutant[] {
  return DECISIONS.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).sort()).flatMap((file) =>
    mutantsOf(file, readFileSync(join(ROOT, file), 'utf8')),
  );
}

interface Tools {
  readonly cache: Cache;
  readonly copy: WorkingCopy;
}

/** Whether it is killed, as far as these tests can tell. */
async function isKilled(mutant: Mutant, tests: readonly string[], { cache, copy }: Tools): Promise<boolean> {
  const hint = cache.hint(mutant);
  for (const some of hint === undefined ? [tests] : [[hint], tests]) {
    const killer = await copy.killerOf(mutant, some);
    if (killer === undefined) continue;
    cache.note(mutant, killer);
    return true;
  }
  return false;
}

/** Those that these tests do not kill. */
async function survivorsOf(
  mutants: readonly Mutant[],
  tests: readonly string[],
  workers: readonly Tools[],
): Promise<readonly Mutant[]> {
  const pending = [...mutants];
  const left: Mutant[] = [];
  const work = async (tools: Tools) => {
    for (let mutant = pending.shift(); mutant !== undefined; mutant = pending.shift()) {
      if (await isKilled(mutant, tests, tools)) continue;
      left.push(mutant);
      console.log(`  line ${mutant.line} of ${mutant.id}`);
    }
  };
  await Promise.all(workers.map(work));
  return left;
}

/** All mutants go through the quick tests before one goes through the slow ones. */
async function survivorsOfAll(mutants: readonly Mutant[], jobs: number): Promise<readonly Mutant[]> {
  const cache = openCache();
  const known = mutants.filter((mutant) => cache.find(mutant) === 'survived');
  let left: readonly Mutant[] = mutants.filter((mutant) => cache.find(mutant) === undefined);
  const workers = await Promise.all(
    Array.from({ length: left.length === 0 ? 0 : jobs }, async () => ({ cache, copy: await workingCopy() })),
  );
  try {
    for (const [stage, tests] of STAGES.entries()) {
      console.log(`${left.length} mutants against ${stage === 0 ? 'the tables' : 'the histories'}`);
      const failing = await workers[0]?.copy.killerOf(undefined, tests);
      if (failing !== undefined) throw new Error(`Cannot start: without any mutant ${failing} fails`);
      left = await survivorsOf(left, tests, workers);
    }
  } finally {
    await Promise.all(workers.map(({ copy }) => copy.remove()));
  }
  for (const mutant of left) cache.note(mutant, undefined);
  return [...known, ...left];
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      jobs: { type: 'string', default: '2' },
      file: { type: 'string', default: '' },
      all: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  });
  const all = allMutants();
  const stale = Object.keys(EQUIVALENT_MUTANTS).filter((id) => !all.some((mutant) => mutant.id === id));
  for (const id of stale) console.log(`is listed as equivalent, and is no mutant: ${id}`);
  const chosen = all.filter(({ file }) => file.includes(values.file));
  if (values.list) for (const { id } of chosen) console.log(id);
  if (values.list) return 0;
  const tried = chosen.filter(({ id }) => values.all || !(id in EQUIVALENT_MUTANTS));
  const survivors = await survivorsOfAll(tried, Number(values.jobs));
  const unexplained = survivors.filter(({ id }) => !(id in EQUIVALENT_MUTANTS));
  const misjudged = tried.filter((mutant) => mutant.id in EQUIVALENT_MUTANTS && !survivors.includes(mutant));
  for (const { line, id } of unexplained) console.log(`survived: line ${line} of ${id}`);
  for (const { id } of misjudged) console.log(`is listed as equivalent, and a test fails: ${id}`);
  console.log(
    `${chosen.length} mutants: ${tried.length - survivors.length} killed, ${unexplained.length} survived unexplained, ${chosen.length - tried.length + survivors.length - unexplained.length} equivalent`,
  );
  return unexplained.length + misjudged.length + stale.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 64;
}
