import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgePassThrough } from '../../../cmp/passthrough/judge-passthrough.ts';
import { tenantFor } from '../../../cmp/platform/tenant.ts';
import { formatProblem } from '../../../documents/problem.ts';
import type { LocatedDocument } from '../../../documents/parse-documents.ts';
import { DESTINATION, platformOf } from '../rules/judge.ts';

/** A ConfigMap whose annotations are all wrong, and how often a place in it was looked up. */
function hostile(count: number): { readonly document: LocatedDocument; readonly lookups: () => number } {
  let lookups = 0;
  const annotations = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`helm.sh/${index}`, 'x']),
  );
  const document: LocatedDocument = {
    file: 'extra.yaml',
    index: 0,
    value: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'extra', annotations } },
    locate: () => {
      lookups += 1;
      return { file: 'extra.yaml', line: 1, column: 1 };
    },
  };
  return { document, lookups: () => lookups };
}

function judge(document: LocatedDocument): readonly string[] {
  const platform = platformOf();
  const tenant = tenantFor(platform, DESTINATION);
  assert.ok(tenant);
  const context = { document, group: '', kind: 'ConfigMap', destination: DESTINATION, platform, tenant };
  return judgePassThrough(context).problems.map(formatProblem);
}

test('T14: judgePassThrough() tells a hundred problems of one object, counts the rest, and looks up no more places', () => {
  const { document, lookups } = hostile(40_000);
  const told = judge(document);
  assert.equal(told.length, 101);
  assert.equal(lookups(), 101);
  assert.equal(
    told.at(-1),
    'extra.yaml:1:1 Cannot pass on ConfigMap "extra": it has 39900 more problems [PASS_MORE_PROBLEMS]\n  hint: Solve those that are shown first',
  );
});

test('judgePassThrough() counts nothing where a hundred problems are all', () => {
  assert.equal(judge(hostile(100).document).length, 100);
  assert.match(judge(hostile(101).document).at(-1) ?? '', /it has 1 more problem \[PASS_MORE_PROBLEMS\]/);
});
