import type { WriteCondition } from '../store/object-store.ts';
import { judgeRound, type RoundVerdict } from './judge-round.ts';
import { type Probe, sentenceOf } from './probe.ts';
import { type Finding, holds, type Property, unknown, violated } from './properties.ts';

export interface RaceOptions {
  readonly writers: number;
  readonly rounds: number;
}

/** A store that does not answer is not asked for all its rounds. */
const MOST_UNKNOWN_ROUNDS = 3;

/** N writers create the same object at once, R times. */
export async function raceToCreate(probe: Probe, options: RaceOptions): Promise<Finding> {
  return await raceRounds(probe, options, {
    property: 'race-create',
    round: async (round) =>
      await raceOnce(probe, probe.key(`race-create-${round}`), {
        condition: { kind: 'absent' },
        writers: options.writers,
        round,
      }),
  });
}

/** N writers replace the same version of one object at once, R times. */
export async function raceToReplace(probe: Probe, options: RaceOptions): Promise<Finding> {
  const key = probe.key('race-replace');
  const start = await probe.write(key, 'start', { kind: 'absent' });
  if (start.kind !== 'written') return unknown('race-replace', sentenceOf(start));
  return await raceRounds(probe, options, {
    property: 'race-replace',
    round: async (round) => {
      const before = await probe.read(key);
      if (before.kind !== 'found' || before.tag === undefined)
        return { kind: 'unknown', detail: sentenceOf(before) };
      const condition = { kind: 'tag', tag: before.tag } as const;
      return await raceOnce(probe, key, { condition, writers: options.writers, round });
    },
  });
}

interface Race {
  readonly property: Property;
  readonly round: (round: number) => Promise<RoundVerdict>;
}

async function raceRounds(probe: Probe, { writers, rounds }: RaceOptions, race: Race): Promise<Finding> {
  let unclear = 0;
  let detail = '';
  for (let round = 1; round <= rounds; round += 1) {
    if (probe.stopped()) return unknown(race.property, `stopped after ${round - 1} of ${rounds} rounds`);
    const verdict = await race.round(round);
    if (verdict.kind === 'violated') return violated(race.property, `round ${round}: ${verdict.detail}`);
    if (verdict.kind === 'unknown') {
      unclear += 1;
      detail = verdict.detail;
      if (unclear === MOST_UNKNOWN_ROUNDS) break;
    }
  }
  return unclear === 0
    ? holds(race.property, `${rounds} rounds of ${writers} writers`)
    : unknown(race.property, `${unclear} rounds could not be told: ${detail}`);
}

interface Once {
  readonly condition: WriteCondition;
  readonly writers: number;
  readonly round: number;
}

async function raceOnce(
  probe: Probe,
  key: string,
  { condition, writers, round }: Once,
): Promise<RoundVerdict> {
  const texts = Array.from({ length: writers }, (_, writer) => `round ${round}, writer ${writer}`);
  const outcomes = await Promise.all(texts.map(async (text) => await probe.write(key, text, condition)));
  return judgeRound(outcomes, texts, await probe.read(key));
}
