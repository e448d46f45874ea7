import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import {
  type Hook,
  HOOK_PERMISSIONS,
  type HookPermission,
  type HookVerb,
} from '../../fleet/hook-permissions.ts';
import { fleetNames } from '../../fleet/names.ts';
import type { Call, MadeCall } from '../../sim/time/calls.ts';
import type { FleetOptions } from './fleet.ts';
import { type FleetWorld, fleetWorld, until } from './world.ts';

const APP = 'chat';
const HOOKS = ['gate', 'rollout'] as const;

/** One thing that a program asked of the API server. */
interface Asked {
  readonly hook: Hook;
  readonly verb: HookVerb;
  readonly plural: string;
  readonly subresource: string | undefined;
  /** Undefined where the API server knows none when it authorizes: lists, and what is created by POST. */
  readonly name: string | undefined;
}

/** An apply may create what it names, and is then asked for both verbs by that name. T26. */
function askedOf(hook: Hook, call: Call): readonly Asked[] {
  switch (call.verb) {
    case 'sleep':
    case 'state':
      return [];
    case 'list':
      return [{ hook, verb: 'list', plural: call.type.plural, subresource: undefined, name: undefined }];
    case 'create':
      return [
        { hook, verb: 'create', plural: call.ref.type.plural, subresource: undefined, name: undefined },
      ];
    case 'get':
    case 'delete':
      return [{ hook, verb: call.verb, ...named(call, undefined) }];
    case 'patch': {
      const { kind, subresource } = call.options;
      const creates = kind === 'apply' && subresource === undefined;
      const target = named(call, subresource);
      return [
        { hook, verb: 'patch', ...target },
        ...(creates ? [{ hook, verb: 'create' as const, ...target }] : []),
      ];
    }
  }
}

function named(
  { ref }: Extract<Call, { readonly verb: 'get' | 'delete' | 'patch' }>,
  subresource: string | undefined,
): Pick<Asked, 'plural' | 'subresource' | 'name'> {
  return { plural: ref.type.plural, subresource, name: ref.name };
}

function allows({ type, subresource, verbs, name }: HookPermission, asked: Asked): boolean {
  return (
    type.plural === asked.plural &&
    subresource === asked.subresource &&
    verbs.includes(asked.verb) &&
    (name === undefined || name({ app: APP }) === asked.name)
  );
}

interface History {
  readonly what: string;
  readonly first: FleetOptions;
  readonly then?: (fleet: FleetWorld) => Promise<void>;
  readonly broken?: string;
}

/** Together they make every kind of call that the programs know. */
const HISTORIES: readonly History[] = [
  {
    what: 'a roll with autoscaling across a boundary without a way back',
    first: { version: '0.6.0', size: [3, 5] },
    then: async (fleet) => {
      fleet.push('r2', { version: '0.6.1', size: [4, 6] });
      await until(fleet, 'full r2 Succeeded');
    },
  },
  {
    what: 'a refusal',
    first: { version: '0.4.1' },
    then: async (fleet) => {
      fleet.push('r2', { version: '0.4.0' });
      await until(fleet, 'full r2 Failed');
    },
  },
  {
    what: 'a broken first pod of an OrderedReady set',
    first: { version: '0.6.1', policy: 'OrderedReady' },
    broken: '"broken"',
    then: async (fleet) => {
      fleet.push('r2', { version: '0.6.1', policy: 'OrderedReady', env: [{ name: 'A', value: 'broken' }] });
      await until(fleet, 'full r2 Failed');
      fleet.push('r3', { version: '0.6.2', policy: 'OrderedReady' });
      await until(fleet, 'full r3 Succeeded');
    },
  },
];

async function play({ first, then, broken }: History, asked: Map<string, Asked>): Promise<void> {
  const onCall = ({ call, process }: MadeCall) => {
    const hook = HOOKS.find((name) => process.user.endsWith(`-celld-${name}`));
    for (const one of hook === undefined ? [] : askedOf(hook, call)) asked.set(JSON.stringify(one), one);
    return undefined;
  };
  const behaviour = (pod: unknown) => ({
    start:
      broken !== undefined && JSON.stringify(pod).includes(broken) ? ('crash' as const) : ('well' as const),
  });
  const fleet = fleetWorld(first, { application: { retryLimit: 0 }, config: { onCall, behaviour } });
  await until(fleet, 'full r1 Succeeded');
  await then?.(fleet);
}

suite('the permissions of the Jobs', () => {
  const asked = new Map<string, Asked>();

  before(async () => {
    for (const history of HISTORIES) await play(history, asked);
  });

  test('allow everything that the programs ask of the API server', () => {
    const denied = [...asked.values()].filter(
      (one) => !HOOK_PERMISSIONS[one.hook].some((permission) => allows(permission, one)),
    );
    assert.deepEqual(denied, []);
  });

  for (const hook of HOOKS) {
    test(`of the ${hook} are all used`, () => {
      const calls = [...asked.values()].filter((one) => one.hook === hook);
      const unused = HOOK_PERMISSIONS[hook].flatMap((permission) =>
        permission.verbs
          .filter((verb) => !calls.some((one) => one.verb === verb && allows(permission, one)))
          .map((verb) => `${verb} ${permission.type.plural}/${permission.subresource ?? ''}`),
      );
      assert.deepEqual(unused, []);
    });

    test(`of the ${hook} name no other fleet’s objects`, () => {
      const own = new Set<string>([APP, ...Object.values({ ...fleetNames(APP) })]);
      for (const { name } of HOOK_PERMISSIONS[hook])
        assert.ok(name === undefined || own.has(name({ app: APP })));
    });
  }
});
