import { replay } from '../../test/hooks/search/replay.ts';
import { search, type SearchReport, type Violation } from '../../test/hooks/search/search.ts';
import {
  DEFAULT_SPACE,
  LETTERS,
  type Letter,
  type SpaceOptions,
  spaceOf,
} from '../../test/hooks/search/space.ts';
import { Progress } from './progress.ts';
import type { StandardSpace } from './spaces.ts';

const VIOLATIONS = 5;

/** Searches one space, and prints the shortest way to whatever it finds. */
export async function soakSearch({ name, options, states, every }: StandardSpace): Promise<boolean> {
  const progress = new Progress();
  console.log(`search: ${name}; ${options.letters.join(', ')}; versions ${options.versions.join(', ')}`);
  const report = await search(spaceOf(options), {
    states,
    recoverEvery: every,
    violations: VIOLATIONS,
    onProgress: (now) =>
      progress.tell(() => `${figuresOf(now)}, ${progress.rate(now.states)} states a second`),
  });
  const end = report.isClosed ? 'closed: nothing new appears' : `stopped at the bound of ${states} states`;
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
  console.log(`  ${figuresOf(report)}; ${end}; ${progress.seconds} s, ${memory} MiB`);
  for (const violation of report.violations) tellViolation(options, violation);
  return report.violations.length === 0;
}

function figuresOf({ states, transitions, depth, recovered, stages, violations }: SearchReport): string {
  const ends = [...stages].map(([stage, count]) => `${count} ${stage}`).join(', ');
  return `${states} states, ${transitions} transitions, depth ${depth}, ${recovered} ended well (${ends}), ${violations.length} violations`;
}

function tellViolation(options: SpaceOptions, { problems, path, after }: Violation): void {
  console.log(`  VIOLATION ${problems.join('; ')}`);
  console.log(`    ${path.join(', ')}`);
  if (after.length > 0) console.log(`    and then, in a good world: ${after.join(', ')}`);
  console.log(`    replay: node scripts/soak.ts search ${flagsOf(options)} --replay '${path.join(', ')}'`);
}

function flagsOf({ pods, versions, letters, strategy, policy, broken }: SpaceOptions): string {
  return [
    `--pods ${pods} --versions ${versions.join()} --letters ${letters.join()}`,
    `--strategy ${strategy} --policy ${policy}`,
    ...(broken === undefined ? [] : [`--broken ${broken.version}:${broken.how}`]),
  ].join(' ');
}

/** Plays one path again and prints the fleet after each event. */
export async function replayPath(options: SpaceOptions, path: string): Promise<boolean> {
  const problems = await replay(spaceOf(options), path.split(/,\s*/), (line) => console.log(line));
  return problems.length === 0;
}

export interface SpaceFlags {
  readonly pods: string;
  readonly versions: string;
  readonly letters: string;
  readonly strategy: string;
  readonly policy: string;
  readonly broken?: string | undefined;
}

export const SPACE_FLAGS: SpaceFlags = {
  pods: String(DEFAULT_SPACE.pods),
  versions: DEFAULT_SPACE.versions.join(),
  letters: DEFAULT_SPACE.letters.join(),
  strategy: DEFAULT_SPACE.strategy,
  policy: DEFAULT_SPACE.policy,
};

const HOWS = ['no-image', 'unready', 'silent', 'unschedulable'] as const;

/** Undefined: something in it is not known. */
export function spaceOptionsOf(flags: SpaceFlags): SpaceOptions | undefined {
  const letters = flags.letters
    .split(',')
    .filter((letter): letter is Letter => (LETTERS as readonly string[]).includes(letter));
  const [version = '', kind = ''] = (flags.broken ?? '').split(':');
  const how = HOWS.find((known) => known === kind);
  const pods = Number(flags.pods);
  const isKnown =
    Number.isInteger(pods) &&
    pods > 0 &&
    letters.length === flags.letters.split(',').length &&
    (flags.broken === undefined || how !== undefined);
  if (!isKnown) return undefined;
  return {
    pods,
    versions: flags.versions.split(','),
    letters,
    strategy: flags.strategy === 'Recreate' ? 'Recreate' : 'Rolling',
    policy: flags.policy === 'OrderedReady' ? 'OrderedReady' : 'Parallel',
    ...(how !== undefined && { broken: { version, how } }),
  };
}
