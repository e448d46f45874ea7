import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { writeObject } from '../../../cmp/render/output-object.ts';

suite('writeObject()', () => {
  test('throws on a list of items, whatever the kind: Argo CD would apply its members', () => {
    for (const items of [[], [{ kind: 'Secret' }]]) {
      const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, items };
      assert.throws(() => writeObject({ object, wave: 0, why: '' }), /a list of items/);
    }
  });

  test('writes items that are no list, or not at the top', () => {
    const object = { kind: 'A', items: 'x', spec: { items: [1] } };
    assert.match(writeObject({ object, wave: 0, why: '' }).text, /items/);
  });
});
