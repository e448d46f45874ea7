import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { parse } from 'yaml';
import type { JsonObject } from '../../documents/json.ts';
import { runHealthScript } from './lua.ts';

const { data } = parse(readFileSync('argocd/argocd-cm/argocd-cm.yaml', 'utf8')) as {
  data: Record<string, string>;
};
const STACK = 'hops.ops.com.ai_CelldStack';
const AWS = ['s3.aws.m.upbound.io_Bucket', 'aws.hops.ops.com.ai_PodIdentity'];

function health(kind: string, status?: JsonObject): string {
  const script = data[`resource.customizations.health.${kind}`] ?? '';
  return runHealthScript(script, status === undefined ? {} : { status }).status;
}

suite('The health of a stack', () => {
  for (const [status, expected] of [
    [undefined, 'Progressing'],
    [{ phase: 'Ready', ready: true }, 'Healthy'],
    [{ phase: 'Ready', ready: false }, 'Progressing'],
    [{ phase: 'Open', ready: false, message: 'open' }, 'Degraded'],
    [{ phase: 'Degraded', ready: false }, 'Degraded'],
    [{ phase: 'Deleting', ready: false }, 'Progressing'],
  ] as const)
    test(`is ${expected} with status ${JSON.stringify(status)}`, () =>
      assert.equal(health(STACK, status), expected));

  for (const kind of AWS) {
    test(`${kind} without a status, which the built-in script calls healthy, is not`, () =>
      assert.equal(health(kind), 'Progressing'));
    test(`${kind} is healthy when it is ready, and broken when it cannot be synced`, () => {
      const condition = (type: string, status: string) => ({ conditions: [{ type, status, message: 'm' }] });
      assert.equal(health(kind, condition('Ready', 'True')), 'Healthy');
      assert.equal(health(kind, condition('Synced', 'False')), 'Degraded');
    });
  }
});
