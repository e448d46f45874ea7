import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { EmptySelectorError, prune } from '../../../cmp/yaml/prune.ts';

suite('prune()', () => {
  test('drops nulls, empty maps and empty lists at any depth, and nothing else', () => {
    const pruned = prune({ a: null, b: { c: {}, d: [null, {}, []] }, e: [0, '', false, { f: null, g: 1 }] });
    assert.deepEqual(pruned, { e: [0, '', false, { g: 1 }] });
  });

  for (const key of ['selector', 'podSelector', 'namespaceSelector', 'labelSelector']) {
    test(`never drops an empty ${key}: without it something else would be selected`, () => {
      for (const empty of [{}, { matchLabels: {} }, { matchLabels: { a: null } }, { matchExpressions: [] }])
        assert.throws(() => prune({ spec: { from: [{ a: 1, [key]: empty }] } }), EmptySelectorError);
    });
  }

  test('drops an empty nodeSelector, which is as good as none, and a selector that is null', () => {
    assert.deepEqual(prune({ a: 1, nodeSelector: {}, selector: null }), { a: 1 });
  });
});
