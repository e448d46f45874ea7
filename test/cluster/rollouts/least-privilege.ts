import assert from 'node:assert/strict';
import type { JsonObject } from '../../../documents/json.ts';
import {
  type Hook,
  HOOK_PERMISSIONS,
  type HookPermission,
  roleRules,
} from '../../../fleet/hook-permissions.ts';
import { objectsAt, textAt, valueAt } from '../harness/json-at.ts';
import type { FleetTest } from './fleet-test.ts';
import { sync } from './sync.ts';

/** A few syncs that go well with every rule; it throws where they do not. */
export type ScenarioName = 'first sync' | 'roll' | 'one-way roll' | 'autoscaled roll' | 'refusal' | 'status';

/** Which scenario needs a rule; by resource, and subresource. */
export const NEEDED_BY: Readonly<Record<Hook, Readonly<Record<string, ScenarioName>>>> = {
  gate: {
    'statefulsets get,patch': 'first sync',
    'statefulsets list': 'first sync',
    'pods list': 'first sync',
    'persistentvolumeclaims list': 'first sync',
    'leases get': 'first sync',
    'workerapps/status patch': 'refusal',
    'events create': 'refusal',
    'jobs/status patch': 'refusal',
  },
  rollout: {
    'statefulsets get,patch': 'first sync',
    'statefulsets/status patch': 'one-way roll',
    'statefulsets/scale patch': 'first sync',
    'pods list,delete': 'first sync',
    'leases get,create,patch': 'first sync',
    'scaledobjects list': 'first sync',
    'scaledobjects patch': 'autoscaled roll',
    'horizontalpodautoscalers list': 'first sync',
    'workerapps/status patch': 'status',
    'events create': 'refusal',
    'jobs/status patch': 'refusal',
  },
};

export function ruleName({ type, subresource, verbs }: HookPermission): string {
  const resource = subresource === undefined ? type.plural : `${type.plural}/${subresource}`;
  return `${resource} ${verbs.join()}`;
}

/** Takes one rule out of the rendered Role of a Job. */
export function withoutRule(fleet: FleetTest, hook: Hook, index: number): void {
  const rule = JSON.stringify(roleRules(hook, { app: fleet.name })[index]);
  fleet.edit = (objects) =>
    objects.map((object) => {
      const isIt = object['kind'] === 'Role' && textAt(object, 'metadata', 'name') === `${fleet.set}-${hook}`;
      if (!isIt) return object;
      const rules = objectsAt(object, 'rules');
      const kept = rules.filter(
        (one) => JSON.stringify(sorted(one)) !== JSON.stringify(sorted(JSON.parse(rule) as JsonObject)),
      );
      assert.equal(kept.length, rules.length - 1, 'the rule is in the Role');
      return { ...object, rules: kept };
    });
}

function sorted(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => a.localeCompare(b)));
}

export function permissionsOf(hook: Hook): readonly HookPermission[] {
  return HOOK_PERMISSIONS[hook];
}

export const PLAYS: Readonly<Record<ScenarioName, (fleet: FleetTest, hook: Hook) => Promise<void>>> = {
  'first sync': (fleet) => fleet.syncs({ version: '0.6.2' }),
  roll: async (fleet) => {
    await fleet.syncs({ version: '0.6.1' });
    await fleet.syncs({ version: '0.6.2' });
  },
  'one-way roll': async (fleet) => {
    await fleet.syncs({ version: '0.6.0' });
    await fleet.syncs({ version: '0.6.1' });
  },
  'autoscaled roll': async (fleet) => {
    const autoscaling = {
      enabled: true,
      minReplicas: 1,
      maxReplicas: 3,
      targets: { residentCellUtilization: 60 },
    };
    await fleet.syncs({ version: '0.6.1', spec: { autoscaling } });
    // No operator acknowledges the pause: that it was asked for is what is looked at.
    const objects = await fleet.render({ version: '0.6.2', spec: { autoscaling } });
    await sync(fleet.stage.plane, { objects, namespace: fleet.namespace, longest: 20_000 }).catch(
      () => undefined,
    );
    const scaler = await fleet.live('scaledobject', fleet.set);
    assert.equal(textAt(scaler, 'metadata', 'annotations', 'autoscaling.keda.sh/paused'), 'true');
  },
  refusal: async (fleet, hook) => {
    await fleet.syncs({ version: '0.6.1' });
    if (hook === 'rollout') {
      const { code } = await fleet.kubectl('autoscale', 'statefulset', fleet.set, '--max=9', '--name=mine');
      assert.equal(code, 0);
    }
    const { ok, message } = await fleet.sync({ version: hook === 'gate' ? '0.6.0' : '0.6.2' });
    assert.equal(ok, false);
    assert.match(message, /^Cannot /);
    const { stdout } = await fleet.kubectl('get', 'events', '-o', 'json');
    // The Job controller repeats the sentence in Events of its own, about the Job.
    const told = objectsAt(JSON.parse(stdout) as JsonObject, 'items')
      .filter((event) => textAt(event, 'involvedObject', 'kind') !== 'Job')
      .map((event) => event['message']);
    assert.ok(told.includes(message), 'the Event says it');
    const app = await fleet.live('workerapp', fleet.name);
    assert.ok(
      JSON.stringify(valueAt(app, 'status') ?? {}).includes(JSON.stringify(message).slice(1, -1)),
      'the status says it',
    );
  },
  status: async (fleet) => {
    await fleet.syncs({ version: '0.6.1' });
    await fleet.syncs({ version: '0.6.2' });
    const app = await fleet.live('workerapp', fleet.name);
    assert.notEqual(valueAt(app, 'status', 'rollout'), undefined, 'the status has the rollout');
  },
};
