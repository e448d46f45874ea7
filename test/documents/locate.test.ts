import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseDocuments, type LocatedDocument } from '../../documents/parse-documents.ts';
import type { Path } from '../../documents/path.ts';

const TEXT = `# a comment
a: 1
---
# another
kind: WorkerApp
spec:
  replicas: 0
  empty:
  list:
    - x
    - {v: "z", "q r": [1, 2]}
  text: |
    line
--- # third
[p, {q: 1}]
`;

function document(index: number): LocatedDocument {
  const found = parseDocuments({ file: 'dir/f.yaml', text: TEXT }).documents.at(index);
  assert.ok(found !== undefined);
  return found;
}

suite('locate()', () => {
  const cases: readonly (readonly [index: number, path: Path, key: string, value: string])[] = [
    [0, ['a'], '2:1', '2:4'],
    [0, [], '2:1', '2:1'],
    [1, [], '5:1', '5:1'],
    [1, ['kind'], '5:1', '5:7'],
    [1, ['spec'], '6:1', '7:3'],
    [1, ['spec', 'replicas'], '7:3', '7:13'],
    [1, ['spec', 'empty'], '8:3', '8:3'],
    [1, ['spec', 'list', 0], '10:7', '10:7'],
    [1, ['spec', 'list', 1, 'v'], '11:8', '11:11'],
    [1, ['spec', 'list', 1, 'q r', 1], '11:27', '11:27'],
    [1, ['spec', 'text'], '12:3', '12:9'],
    [1, ['spec', 'missing'], '6:1', '6:1'],
    [1, ['spec', 'missing', 'deeper', 3], '6:1', '6:1'],
    [1, ['spec', 'list', 9], '9:3', '9:3'],
    [1, ['spec', 'list', 'x'], '9:3', '9:3'],
    [1, ['spec', 'replicas', 'below'], '7:3', '7:3'],
    [1, ['missing'], '5:1', '5:1'],
    [2, [1, 'q'], '15:6', '15:9'],
  ];
  for (const [index, path, key, value] of cases) {
    test(`finds ${JSON.stringify(path)} of document ${String(index)} at ${key} and ${value}`, () => {
      const { locate } = document(index);
      const shown = (target: 'key' | 'value'): string => {
        const position = locate(path, target);
        assert.equal(position.file, 'dir/f.yaml');
        return `${String(position.line)}:${String(position.column)}`;
      };
      assert.deepEqual([shown('key'), shown('value')], [key, value]);
    });
  }

  test('takes the value where nothing else is asked for', () => {
    const { locate } = document(1);
    assert.deepEqual(locate(['kind']), locate(['kind'], 'value'));
  });

  test('answers the same when documents are asked in turn', () => {
    const [one, two] = [document(0), document(1)];
    const first = [one.locate(['a']), two.locate(['kind'])];
    assert.deepEqual([one.locate(['a']), two.locate(['kind'])], first);
  });

  test('counts lines and columns after a byte order mark and CRLF as editors do', () => {
    const { documents } = parseDocuments({ file: 'f', text: '\uFEFFa: 1\r\nb:\r\n  c: 2\r\n' });
    assert.deepEqual(
      documents.map(({ locate }) => [locate(['b', 'c']), locate(['a'])]),
      [
        [
          { file: 'f', line: 3, column: 6 },
          { file: 'f', line: 1, column: 4 },
        ],
      ],
    );
  });
});
