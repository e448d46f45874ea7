import { parseArgs } from 'node:util';
import { playRandom } from '../test/hooks/random-history.ts';

const USAGE = 'usage: node scripts/soak.ts [--from SEED] [--count N] [--story]';

/** Plays random histories of the Jobs, one for each seed, and prints every seed that broke something. */
async function soak(from: number, count: number, tellsStory: boolean): Promise<number> {
  let [failed, levers] = [0, 0];
  for (let seed = from; seed < from + count; seed += 1) {
    const { problems, story, usedLever } = await playRandom(seed);
    if (usedLever) levers += 1;
    if (problems.length === 0) continue;
    failed += 1;
    console.log(`seed ${seed}: ${problems.join('; ')}`);
    if (tellsStory) console.log(story);
  }
  console.log(
    `${count} histories from seed ${from}: ${failed} failed, ${levers} were stopped once because they were too sick to roll`,
  );
  return failed;
}

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    story: { type: 'boolean', default: false },
  },
});
const [from, count] = [Number(values.from), Number(values.count)];
if (!Number.isInteger(from) || !Number.isInteger(count) || count < 1) {
  console.error(USAGE);
  process.exitCode = 64;
} else process.exitCode = (await soak(from, count, values.story)) === 0 ? 0 : 1;
