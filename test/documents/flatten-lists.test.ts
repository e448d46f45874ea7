import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { flattenLists } from '../../documents/flatten-lists.ts';
import { parseDocuments, type LocatedDocument } from '../../documents/parse-documents.ts';
import { formatProblem } from '../../documents/problem.ts';

function document(text: string): LocatedDocument {
  const { documents, problems } = parseDocuments({ file: 'f', text });
  assert.deepEqual(problems, []);
  const [first] = documents;
  assert.ok(first !== undefined);
  return first;
}

suite('flattenLists()', () => {
  test('answers what is no List as it is', () => {
    for (const text of [
      'kind: A\nitems: [1]\n',
      'kind: MyList\nitems: [{}]\n',
      'apiVersion: v1\nkind: List\n',
      'apiVersion: v1\nkind: List\nitems:\n',
      'apiVersion: v1\nkind: LIST\nitems: [{}]\n',
      '[1]\n',
      'x\n',
    ]) {
      const one = document(text);
      assert.deepEqual(flattenLists(one), { documents: [one], problems: [] });
    }
  });

  test('takes Lists apart, Lists in Lists too, and keeps every place', () => {
    const text = `apiVersion: v1
kind: List
items:
  - kind: A
    p: 1
  -
  - apiVersion: v1
    kind: ConfigMapList
    items: [{kind: B, p: 2}, {kind: C}]
  - kind: D
`;
    const { documents, problems } = flattenLists(document(text));
    assert.deepEqual(problems, []);
    assert.deepEqual(
      documents.map(({ value, locate }) => [
        value,
        locate(['p']).line,
        locate(['p']).column,
        locate([]).line,
      ]),
      [
        [{ kind: 'A', p: 1 }, 5, 8, 4],
        [{ kind: 'B', p: 2 }, 9, 26, 9],
        [{ kind: 'C' }, 9, 30, 9],
        [{ kind: 'D' }, 10, 5, 10],
      ],
    );
  });

  test('answers nothing for an empty List', () => {
    assert.deepEqual(flattenLists(document('apiVersion: v1\nkind: List\nitems: []\n')), {
      documents: [],
      problems: [],
    });
  });

  test('refuses items that are no maps, and keeps the others', () => {
    const text = 'apiVersion: v1\nkind: List\nitems:\n  - 1\n  - kind: A\n  - [x]\n  - secret\n';
    const { documents, problems } = flattenLists(document(text));
    assert.deepEqual(
      documents.map(({ value }) => value),
      [{ kind: 'A' }],
    );
    assert.deepEqual(problems.map(formatProblem), [
      'f:4:5 items[0]: Cannot read the List: each item must be a map: this one is a number [LIST_ITEM_NOT_OBJECT]\n  hint: write one object an item',
      'f:6:5 items[2]: Cannot read the List: each item must be a map: this one is a list [LIST_ITEM_NOT_OBJECT]\n  hint: write one object an item',
      'f:7:5 items[3]: Cannot read the List: each item must be a map: this one is a string [LIST_ITEM_NOT_OBJECT]\n  hint: write one object an item',
    ]);
  });

  test('tells a hundred of very many faulty items', () => {
    const text = `apiVersion: v1\nkind: List\nitems: [${'1, '.repeat(1_000)}]\n`;
    const { problems } = flattenLists(document(text));
    assert.equal(problems.length, 101);
    assert.equal(
      problems.map(formatProblem).at(-1),
      'f:1:1 Cannot read the List: it has 900 more problems [YAML_MORE_PROBLEMS]\n  hint: solve those that are shown first',
    );
  });

  test('leaves items of what is no List in place, also inside a List: whoever judges the objects refuses them', () => {
    const text = `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: ConfigMap
    items: [{kind: ClusterRoleBinding}]
`;
    const { documents } = flattenLists(document(text));
    assert.deepEqual(
      documents.map(({ value, locate }) => [value, locate(['items'], 'key').line]),
      [[{ apiVersion: 'v1', kind: 'ConfigMap', items: [{ kind: 'ClusterRoleBinding' }] }, 6]],
    );
  });

  test('refuses Lists that are nested too deeply', () => {
    const open = '{apiVersion: v1, kind: List, items: [';
    const nested = (depth: number): string => `${open.repeat(depth)}{kind: A}${']}'.repeat(depth)}\n`;
    assert.equal(flattenLists(document(nested(8))).documents.length, 1);
    const { documents, problems } = flattenLists(document(nested(9)));
    assert.deepEqual([documents, problems.map(({ code }) => code)], [[], ['LIST_TOO_DEEP']]);
  });
});
