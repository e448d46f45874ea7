import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decideGate, type GateDecision } from '../../../fleet/gate/decide-gate.ts';
import { type GateSnapshot, parseNeighbour } from '../../../fleet/gate/snapshot.ts';
import { known } from '../../../fleet/rollout/snapshot.ts';
import type { FleetSet } from '../../../fleet/rollout/stateful-set.ts';
import { type FleetOptions, planOf, renderedSet } from '../../hooks/fleet.ts';
import { liveSet, pod } from '../rollout/turns.ts';

interface GateOptions {
  readonly plan?: FleetOptions;
  readonly set?: Partial<FleetSet> | 'none';
  readonly snapshot?: Partial<GateSnapshot>;
}

const OLD_PLAN = planOf({ version: '0.6.1' });

/** A fleet of 0.6.1, closed, whose plan was approved; `plan` is what is to come. */
function decide({ plan: wanted = { version: '0.6.2' }, set, snapshot }: GateOptions): string {
  const plan = planOf(wanted);
  const live =
    set === 'none'
      ? undefined
      : liveSet(OLD_PLAN, {
          approvedTemplate: OLD_PLAN.templateHash,
          approvedPlan: OLD_PLAN.planHash,
          ...set,
        });
  const pods = set === 'none' ? [] : [0, 1, 2].map((ordinal) => pod(ordinal, {}, '0.6.1'));
  return textOf(
    decideGate(
      {
        set: known(live),
        pods: known(pods),
        lease: known(undefined),
        claims: known([]),
        neighbours: known([]),
        ...snapshot,
      },
      plan,
    ),
  );
}

function textOf(decision: GateDecision): string {
  if (decision.kind === 'act') return `${decision.act.kind}: ${decision.why}`;
  return decision.kind === 'wait'
    ? `wait for ${decision.for}`
    : `finish ${decision.code}: ${decision.sentence}`;
}

type Row = readonly [what: string, options: GateOptions, expected: RegExp];
const lease = (version: string) => ({
  lease: known({
    resourceVersion: '1',
    holder: '',
    renewTime: '',
    durationMs: 30_000,
    ran: { [OLD_PLAN.bucket.key]: [{ version, durability: 'bucket', state: 'started' } as const] },
  }),
});
const NEW_SET = { ...planOf({ version: '0.6.2' }) };

const ROWS: readonly Row[] = [
  [
    'approves a new fleet',
    { set: 'none' },
    /^finish 0: Approved: fleet "chat" to celld 0\.6\.2, a new fleet$/,
  ],
  [
    'waits for what cannot be read',
    { snapshot: { pods: { known: false, reason: 'the API server' } } },
    /^wait for the API server$/,
  ],
  [
    'refuses a prefix that another fleet has',
    {
      snapshot: {
        neighbours: known([{ what: 'StatefulSet feed-celld', app: 'feed', bucketKey: OLD_PLAN.bucket.key }]),
      },
    },
    /^finish 10: .*StatefulSet feed-celld of fleet "feed" uses the same bucket prefix/,
  ],
  [
    'passes over a fleet on another prefix',
    {
      snapshot: {
        neighbours: known([{ what: 'StatefulSet feed-celld', app: 'feed', bucketKey: 'aws/feed' }]),
      },
    },
    /^approve/,
  ],
  [
    'refuses a record that cannot be read',
    {
      snapshot: {
        lease: known({ resourceVersion: '1', holder: '', renewTime: '', durationMs: 1, ran: undefined }),
      },
    },
    /^finish 10: .*cannot be read$/,
  ],
  [
    'refuses pods without a StatefulSet',
    { set: 'none', snapshot: { pods: known([pod(0), pod(1)]) } },
    /^finish 10: .*2 pods and no StatefulSet/,
  ],
  [
    'refuses volumes that nobody vouches for',
    { set: 'none', snapshot: { claims: known(['watch-chat-celld-0']) } },
    /^finish 10: .*set spec\.celld\.dataWrittenBy/,
  ],
  [
    'judges from what wrote the data',
    {
      set: 'none',
      plan: { version: '0.2.1', dataWrittenBy: '0.3.0' },
      snapshot: { claims: known(['watch-chat-celld-0']) },
    },
    /^finish 11: .*from 0\.3\.0 \(spec\.celld\.dataWrittenBy\) to 0\.2\.1/,
  ],
  [
    'judges from what ran',
    { set: 'none', plan: { version: '0.2.1' }, snapshot: lease('0.3.0') },
    /^finish 11: .*\(the record of what ran\)/,
  ],
  [
    'approves what ran before',
    { set: 'none', snapshot: { ...lease('0.6.1'), claims: known(['watch-chat-celld-0']) } },
    /^finish 0: Approved/,
  ],
  [
    'waits for a StatefulSet that goes',
    { set: { isTerminating: true } },
    /^wait for StatefulSet chat-celld to be gone$/,
  ],
  [
    'refuses a set of another operator',
    { set: { controller: 'WorkerApp/chat' } },
    /^finish 10: .*controlled by WorkerApp\/chat/,
  ],
  [
    'refuses an immutable change with its runbook',
    { plan: { version: '0.6.2', claims: [{ metadata: { name: 'w' }, spec: {} }] } },
    /^finish 10: Cannot change volumeClaimTemplates .*: scale it to zero/,
  ],
  [
    'asks to split it from a version boundary',
    {
      plan: {
        version: '0.5.1',
        durability: 'fleet',
        acknowledgeDowngrade: '0.6.1->0.5.1',
        policy: 'OrderedReady',
      },
    },
    /^finish 10: Cannot change podManagementPolicy .*split it in two/,
  ],
  [
    'refuses what needs a full stop',
    { plan: { version: '0.5.1', durability: 'fleet', acknowledgeDowngrade: '0.6.1->0.5.1' } },
    /^finish 10: Cannot roll .*updateStrategy: Recreate/,
  ],
  [
    'permits it with Recreate',
    {
      plan: {
        version: '0.5.1',
        durability: 'fleet',
        acknowledgeDowngrade: '0.6.1->0.5.1',
        strategy: 'Recreate',
      },
    },
    /^approve/,
  ],
  ['closes before it approves', { set: { partition: 1 } }, /^closePartition: the template is to change/],
  ['closes a set without a partition', { set: { partition: undefined } }, /^closePartition/],
  [
    'closes nothing where the template stays',
    { plan: { version: '0.6.1', size: 5 }, set: { partition: 1 } },
    /^approve/,
  ],
  [
    'approves a change of the plan alone',
    { plan: { version: '0.6.1', size: 5 } },
    /^approve: the change is judged/,
  ],
  [
    'has nothing to do twice',
    { set: { approvedTemplate: NEW_SET.templateHash, approvedPlan: NEW_SET.planHash } },
    /^finish 0: Approved: .*pod by pod$/,
  ],
  [
    'warns of what is doubtful',
    {
      plan: { version: '0.5.1', acknowledgeDowngrade: '0.6.1->0.5.1' },
      set: 'none',
      snapshot: lease('0.6.1'),
    },
    /^finish 0: .*warning: .*CELLD_LTX_COMPACTION/,
  ],
];

describe('decideGate()', () => {
  for (const [what, options, expected] of ROWS) test(what, () => assert.match(decide(options), expected));
});

test('parseNeighbour() sees where another fleet’s data is, and not the fleet itself', () => {
  const other = renderedSet(planOf({ app: 'feed', bucket: 's3://cells/feed' }));
  assert.deepEqual(parseNeighbour(other, 'StatefulSet', 'chat'), {
    what: 'StatefulSet feed-celld',
    app: 'feed',
    bucketKey: 'aws/cells/feed',
  });
  assert.equal(parseNeighbour(other, 'StatefulSet', 'feed'), undefined);
  assert.equal(parseNeighbour({ metadata: { name: 'x' } }, 'Pod', 'chat'), undefined);
});
