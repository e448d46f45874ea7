import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgePassThrough } from '../../../cmp/passthrough/judge-passthrough.ts';
import { tenantFor } from '../../../cmp/platform/tenant.ts';
import { identifyDocument } from '../../../cmp/rules/identify-document.ts';
import { assertGolden } from '../rules/golden.ts';
import { DESTINATION, documentOf, platformOf, told } from '../rules/judge.ts';
import type { Told, Tree } from '../rules/judge.ts';

export const ALL: Tree = { passThrough: { all: true } };

export interface Given {
  readonly value: Tree;
  readonly platform?: Tree;
  readonly tenant?: Tree;
}

function judge({ value, platform = {}, tenant = {} }: Given): readonly Told[] {
  const document = documentOf(value, 'extra.yaml');
  const identity = identifyDocument(document);
  assert.equal(identity.is, 'object');
  const resolved = platformOf(platform, tenant);
  const found = tenantFor(resolved, DESTINATION);
  assert.ok(found);
  const { group, kind } = identity;
  const context = { document, group, kind, destination: DESTINATION, platform: resolved, tenant: found };
  return judgePassThrough(context).problems.map((problem) => told(problem, document.text));
}

export const object = (apiVersion: string, kind: string, rest: Tree = {}): Tree => ({
  apiVersion,
  kind,
  metadata: { name: 'extra' },
  ...rest,
});

/** A sentence about the judgement, what is given, and the codes of everything that is said. */
export type Row = readonly [sentence: string, given: Given, codes: readonly string[]];

/** One test a row for its verdict, and one for the words of all of them. */
export function testRows(rows: readonly Row[], golden: URL): void {
  const sections: (readonly [string, readonly Told[]])[] = [];
  for (const [sentence, given, codes] of rows) {
    test(`judgePassThrough() ${sentence}`, () => {
      const said = judge(given);
      assert.deepEqual(
        said.map(({ code }) => code),
        codes,
      );
      if (said.length > 0) sections.push([sentence, said]);
      assert.ok(!said.some(({ message, hint }) => `${message}${hint ?? ''}`.includes('hunter2')));
    });
  }
  test(`judgePassThrough() says what ${golden.pathname.split('/').at(-1) ?? ''} holds`, () =>
    assertGolden(golden, sections));
}
