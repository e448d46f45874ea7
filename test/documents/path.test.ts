import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { formatPath, type Path } from '../../documents/path.ts';

suite('formatPath()', () => {
  const cases: readonly (readonly [path: Path, text: string])[] = [
    [[], ''],
    [['spec', 'replicas'], 'spec.replicas'],
    [['metadata', 'labels', 'a.b/c', 0], 'metadata.labels["a.b/c"][0]'],
    [[0, 'a', 1, 2], '[0].a[1][2]'],
    [['a-b', '_c', '9', '-d'], 'a-b._c["9"]["-d"]'],
    [['data', 'has space'], 'data["?"]'],
    [['data', 'a"]b'], 'data["?"]'],
    [['data', ''], 'data["?"]'],
    [['x'.repeat(63), 'x'.repeat(64)], `${'x'.repeat(63)}["?"]`],
    [['é', '\u001b[31m', 'a\nb'], '["?"]["?"]["?"]'],
  ];
  for (const [path, text] of cases) {
    test(`writes ${JSON.stringify(path).slice(0, 60)}`, () => {
      assert.equal(formatPath(path), text);
    });
  }
});
