import { describe } from 'node:test';
import type { FleetOptions } from '../../hooks/fleet.ts';
import { OLD_PODS, RELEASED_1, table, warm, record } from './table.ts';
import { census, pod, scaler, state, type TurnOptions } from './turns.ts';

const from = (version: string, plan: FleetOptions): TurnOptions => ({
  plan,
  pods: [0, 1, 2].map((ordinal) => pod(ordinal, {}, version)),
  lease: record({ version, durability: 'bucket', state: 'started' }),
});

describe('decideRollout() judges again', () => {
  table([
    [
      'never across a blocked row',
      from('0.3.0', { version: '0.2.1', strategy: 'Recreate' }),
      /^finish 11: Cannot move fleet "chat" from 0\.3\.0 \(pod chat-celld-0\) to 0\.2\.1 \(0\.3 -> 0\.2\)/,
    ],
    [
      'names what could be acknowledged',
      from('0.6.1', { version: '0.6.0' }),
      /^finish 10: .*acknowledgeDowngrade: "0\.6\.\d->0\.6\.0"/,
    ],
    [
      'names Recreate',
      from('0.4.1', { version: '0.5.1' }),
      /^finish 10: Cannot roll .*0\.5.*updateStrategy: Recreate; cost: every pod stops/,
    ],
    [
      'stops where Recreate is permitted',
      {
        ...from('0.4.1', { version: '0.5.1', strategy: 'Recreate' }),
      },
      /^saveSize: every pod is to stop$/,
    ],
  ]);
});

const scaled = (change: Parameters<typeof scaler>[0], others: TurnOptions = {}): TurnOptions => ({
  plan: { size: [2, 6] },
  scaling: { scalers: [scaler(change)] },
  ...others,
});

describe('decideRollout() and a pin', () => {
  const stray = (served: string, asked?: string): TurnOptions => {
    const pods = OLD_PODS.map((old) => ({ ...old, appVersion: asked }));
    const reading = state({ deployment: { version: served, generation: 1, draining: 0, swapping: 0 } });
    return {
      plan: { source: 'pinned' },
      pods,
      census: census(pods, { 0: reading, 1: reading, 2: reading }),
      lease: record(RELEASED_1),
    };
  };
  table([
    ['asks what is served before anything moves', { plan: { source: 'pinned' } }, /^sweep$/],
    ['refuses a pin that the pointer has left', stray('f', 'e'), /^finish 11: .*every pod serves f/],
    ['goes on where a pod serves what its own template asked for', stray('f', 'f'), /^lowerPartition 2/],
    ['goes on where the template asked for nothing', stray('f'), /^lowerPartition 2/],
    ['goes on where the pin is served', stray('0123456789abcdef', 'e'), /^lowerPartition 2/],
  ]);
});

describe('decideRollout() freezes what scales the fleet', () => {
  table([
    ['pauses its own ScaledObject', scaled({ pausedBy: undefined }), /^pauseScaler: no autoscaler may act/],
    [
      'takes over the pause of an earlier Job',
      scaled({ pausedBy: 'this-fleet' }),
      /^pauseScaler: the pause of an earlier Job/,
    ],
    [
      'keeps a person’s pause',
      scaled({ pausedBy: 'someone' }, { memory: { sawScaler: true, isQuiet: true }, census: warm() }),
      /^lowerPartition 2/,
    ],
    ['waits for the condition', scaled({ isPauseSeen: false }), /^wait for KEDA to acknowledge/],
    [
      'waits for the autoscaler to go',
      {
        ...scaled({}),
        scaling: { scalers: [scaler()], autoscalers: [{ name: 'keda-hpa-chat', controller: 'scaler' }] },
      },
      /^wait for HorizontalPodAutoscaler keda-hpa-chat to go/,
    ],
    [
      'waits until the size is quiet',
      scaled({}, { memory: { sawScaler: true } }),
      /^wait for the size to stay at 3 for 15 s/,
    ],
    [
      'refuses a foreign autoscaler',
      { scaling: { autoscalers: [{ name: 'theirs', controller: undefined }] } },
      /^finish 10: .*HorizontalPodAutoscaler theirs, which KEDA does not own/,
    ],
    [
      'refuses a foreign ScaledObject',
      scaled({ name: 'theirs', isOurs: false }),
      /^finish 10: .*ScaledObject theirs, which is not this fleet's/,
    ],
    [
      'leaves a scaler alone that targets something else',
      scaled({ targetsSet: false, pausedBy: undefined }, { census: warm() }),
      /^lowerPartition 2/,
    ],
  ]);
});
