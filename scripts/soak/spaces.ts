import { DEFAULT_SPACE, type SpaceOptions } from '../../test/hooks/search/space.ts';

/** One search of the whole proof, with its bounds. */
export interface StandardSpace {
  readonly name: string;
  readonly options: SpaceOptions;
  readonly states: number;
  /** From every k-th state on it is tried that everything ends well. */
  readonly every: number;
}

const MILLION = 1_000_000;
const ALL = ['git', 'hookless', 'evict', 'cold', 'kill', 'scaler'] as const;

/** What `npm run test:soak` searches. */
export const STANDARD_SPACES: readonly StandardSpace[] = [
  {
    name: 'two pods, a scaler, every event',
    options: { ...DEFAULT_SPACE, letters: ALL },
    states: MILLION,
    every: 8,
  },
  {
    name: 'three pods, a scaler, every event',
    options: { ...DEFAULT_SPACE, pods: 3, letters: ALL },
    states: MILLION,
    every: 8,
  },
  {
    name: 'two pods, Recreate boundaries',
    options: {
      ...DEFAULT_SPACE,
      versions: ['0.4.1', '0.5.1', '0.6.0'],
      strategy: 'Recreate',
      letters: ['git', 'hookless', 'evict', 'kill', 'terminate'],
    },
    states: 200_000,
    every: 1,
  },
  {
    name: 'two pods, a version whose image does not exist',
    options: {
      ...DEFAULT_SPACE,
      broken: { version: '0.6.1', how: 'no-image' },
      letters: ['git', 'hookless', 'evict', 'kill', 'long'],
    },
    states: 200_000,
    every: 1,
  },
  {
    name: 'two pods in order, a version that never gets ready',
    options: {
      ...DEFAULT_SPACE,
      policy: 'OrderedReady',
      broken: { version: '0.6.1', how: 'unready' },
      letters: ['git', 'evict', 'kill', 'long'],
    },
    states: 200_000,
    every: 1,
  },
  {
    name: 'two pods, two Jobs at once, lost answers',
    options: { ...DEFAULT_SPACE, letters: ['git', 'hookless', 'kill', 'abandon', 'lost-answer'] },
    states: 200_000,
    every: 1,
  },
  {
    name: 'three pods that crash, vanish and restore for long',
    options: { ...DEFAULT_SPACE, pods: 3, letters: ['git', 'vanish', 'crash', 'cold', 'long'] },
    states: 200_000,
    every: 1,
  },
];
