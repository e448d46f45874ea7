import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../../documents/json.ts';
import { numberAt, textAt } from '../../../fleet/object-fields.ts';
import type { ControlPlane } from '../control-plane.ts';

const HOOK_USER = /^system:serviceaccount:([^:]+):(.+)-celld-(gate|rollout)$/;

/** What the fleets' Jobs were denied so far, as `user verb resource name`. */
export async function deniedCalls(plane: ControlPlane, namespace?: string): Promise<readonly string[]> {
  const calls = (await auditEvents(plane))
    .filter((event) => numberAt(event, 'responseStatus', 'code') === 403)
    .filter((event) => HOOK_USER.test(textAt(event, 'user', 'username') ?? ''))
    .filter((event) => namespace === undefined || textAt(event, 'objectRef', 'namespace') === namespace)
    .map(callText);
  return [...new Set(calls)].sort();
}

/** I10: everything that the Jobs wrote, and that was not of their own fleet. */
export async function foreignWrites(plane: ControlPlane): Promise<readonly string[]> {
  return (await auditEvents(plane))
    .filter((event) => ['create', 'update', 'patch', 'delete'].includes(textAt(event, 'verb') ?? ''))
    .filter((event) => (numberAt(event, 'responseStatus', 'code') ?? 0) < 300)
    .filter((event) => {
      const [, namespace, app] = HOOK_USER.exec(textAt(event, 'user', 'username') ?? '') ?? [];
      if (app === undefined) return false;
      const name = textAt(event, 'objectRef', 'name') ?? '';
      // Events carry the name that they are given; they are about the fleet's own set.
      const isOwn = name === app || name.startsWith(`${app}-celld`);
      return !isOwn || textAt(event, 'objectRef', 'namespace') !== namespace;
    })
    .filter((event) => textAt(event, 'objectRef', 'resource') !== 'events')
    .map(callText);
}

function callText(event: JsonObject): string {
  const part = (...path: string[]) => textAt(event, ...path) ?? '';
  const subresource = part('objectRef', 'subresource');
  const resource = part('objectRef', 'resource') + (subresource === '' ? '' : `/${subresource}`);
  return `${part('user', 'username')} ${part('verb')} ${resource} ${part('objectRef', 'name')}`;
}

async function auditEvents(plane: ControlPlane): Promise<readonly JsonObject[]> {
  const text = await readFile(join(plane.logs, 'audit.log'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.includes('-celld-') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as JsonObject);
}
