import type { JsonObject } from '../../documents/json.ts';
import { namesOfFleet } from '../../fleet/names.ts';
import { type Hook, roleRules } from '../../fleet/hook-permissions.ts';
import { LABELS } from '../../fleet/labels.ts';
import { commonView, type FleetContext } from './app-context.ts';

/** ServiceAccount, Role and RoleBinding of a Job have the Job's name. */
export function hookView(context: FleetContext, hook: Hook): JsonObject {
  const common = commonView(context);
  return {
    ...common,
    hook,
    name: hookName(context, hook),
    labels: { ...(common['labels'] as JsonObject), [LABELS.component]: hook },
  };
}

/** What the Job may do. facts/threats.md T26. */
export function hookRoleView(context: FleetContext, hook: Hook): JsonObject {
  // Null where an entry names no object: templates are strict about what a view has.
  const rules = roleRules(hook, context.fleet).map((rule) => ({ resourceNames: null, ...rule }));
  return { ...hookView(context, hook), rules };
}

export function hookName({ fleet }: FleetContext, hook: Hook): string {
  const { gateJob, rolloutJob } = namesOfFleet(fleet);
  return hook === 'gate' ? gateJob : rolloutJob;
}
