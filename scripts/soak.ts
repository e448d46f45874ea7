import { parseArgs } from 'node:util';
import { soakCrashes } from './soak/crashes.ts';
import { soakHistories } from './soak/histories.ts';
import { replayPath, SPACE_FLAGS, soakSearch, spaceOptionsOf } from './soak/search.ts';
import { STANDARD_SPACES } from './soak/spaces.ts';

const USAGE = `usage: node scripts/soak.ts [all]       everything below, with a summary
       node scripts/soak.ts histories  [--from SEED] [--count N] [--workers N] [--story]
       node scripts/soak.ts crashes    [--workers N]
       node scripts/soak.ts search     [--pods N] [--versions A,B,C] [--letters L,M] [--strategy S] [--policy P]
                                       [--broken VERSION:HOW] [--states N] [--every K] [--replay 'EVENT, EVENT']`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: '1' },
    count: { type: 'string', default: '100000' },
    workers: { type: 'string', default: '2' },
    story: { type: 'boolean', default: false },
    pods: { type: 'string', default: SPACE_FLAGS.pods },
    versions: { type: 'string', default: SPACE_FLAGS.versions },
    letters: { type: 'string', default: SPACE_FLAGS.letters },
    strategy: { type: 'string', default: SPACE_FLAGS.strategy },
    policy: { type: 'string', default: SPACE_FLAGS.policy },
    broken: { type: 'string' },
    states: { type: 'string', default: '1000000' },
    every: { type: 'string', default: '1' },
    replay: { type: 'string' },
  },
});

const [from, count, workers] = [Number(values.from), Number(values.count), Number(values.workers)];
const [states, every] = [Number(values.states), Number(values.every)];
const areNumbers = [from, count, workers, states, every].every(
  (value) => Number.isInteger(value) && value > 0,
);

const histories = () => soakHistories({ from, count, workers, tellsStory: values.story });

async function searchOne(): Promise<boolean | undefined> {
  const options = spaceOptionsOf(values);
  if (options === undefined) return undefined;
  if (values.replay !== undefined) return await replayPath(options, values.replay);
  return await soakSearch({ name: 'as asked', options, states, every });
}

/** Every proof in turn; a failure of one does not keep the others from running. */
async function everything(): Promise<boolean> {
  const results: (readonly [string, boolean])[] = [];
  results.push(['crashes at every call', await soakCrashes(workers)]);
  for (const space of STANDARD_SPACES) results.push([space.name, await soakSearch(space)]);
  results.push([`${count} random histories`, await histories()]);
  console.log('\nsummary');
  for (const [name, isWell] of results) console.log(`  ${isWell ? 'well  ' : 'FAILED'} ${name}`);
  return results.every(([, isWell]) => isWell);
}

const COMMANDS: Readonly<Record<string, () => Promise<boolean | undefined>>> = {
  all: everything,
  histories,
  crashes: () => soakCrashes(workers),
  search: searchOne,
};

const [name = 'all'] = positionals;
const isWell = areNumbers ? await COMMANDS[name]?.() : undefined;
if (isWell === undefined) console.error(USAGE);
process.exitCode = isWell === undefined ? 64 : isWell ? 0 : 1;
