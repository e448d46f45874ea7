/** One commit of the story: what a team changes in its file, and how that must end. */
export interface Chapter {
  readonly name: string;
  readonly change: (file: string) => string;
  readonly ends: 'Succeeded' | 'Failed';
  /** Matches the last sentence of a Job. */
  readonly sentence: RegExp;
  /** The fewest pods that serve meanwhile, of those that the fleet has. */
  readonly fewestReady: number;
  /** Every pod stops at once, as was asked for: pods of one version end side by side, and nobody serves. */
  readonly isFullStop?: true;
  /** Pods that are started. */
  readonly started: number;
  /** What a person should know before. */
  readonly introduction: string;
  /** Only how it ended is told. */
  readonly isBrief?: true;
}

const DONE = /^Fleet "chat" runs celld \S+ on 3 pods and serves/;
const IMAGE = /celld:v[\d.]+/;

/** The quick start as it is committed, and then as it is worked with. */
export const FIRST_STORY: readonly Chapter[] = [
  {
    name: 'first start',
    change: (file) => file,
    ends: 'Succeeded',
    sentence: DONE,
    fewestReady: 0,
    started: 3,
    introduction:
      'The namespace is empty. The gate finds nothing to protect, and the rollout lifts the fleet to its size.',
  },
  {
    name: 'new application',
    change: (file) => file.replace(/appVersion: .*/, "appVersion: '8b04d2c6e1f75a39'"),
    ends: 'Succeeded',
    sentence: DONE,
    fewestReady: 2,
    started: 3,
    introduction:
      'A gated roll: one ordinal is released at a time, from the top, and only while every other pod is ready and warm.',
  },
];

/** The same file with an older celld, which is to be upgraded. */
export const SECOND_STORY: readonly Chapter[] = [
  {
    name: 'celld v0.4.1',
    change: (file) => file.replace(IMAGE, 'celld:v0.4.1'),
    ends: 'Succeeded',
    sentence: DONE,
    fewestReady: 0,
    started: 3,
    introduction: 'The same file with an older celld, in a cluster of its own, is started first.',
    isBrief: true,
  },
  {
    name: 'celld v0.6.2',
    change: (file) => file,
    ends: 'Failed',
    sentence: /updateStrategy: Recreate/,
    fewestReady: 3,
    started: 0,
    introduction:
      'An upgrade that no pod by pod roll can make: the gate refuses it before anything is applied.',
  },
  {
    name: 'with Recreate',
    change: (file) => file.replace(/( *)image: .*/, '$&\n$1updateStrategy: Recreate'),
    ends: 'Succeeded',
    sentence: DONE,
    fewestReady: 0,
    started: 3,
    introduction:
      'The team takes the sentence at its word: every old pod ends before the first new one starts.',
    isFullStop: true,
  },
];
