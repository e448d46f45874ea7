import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compareProblems, formatProblem, type Problem } from '../../documents/problem.ts';

const position = { file: 'a.yaml', line: 3, column: 7 };

suite('formatProblem()', () => {
  const problem: Problem = { code: 'YAML_TAB', path: 'spec.x', message: 'Cannot', position, hint: 'spaces' };

  test('writes place, path, message and code, and the hint on a line of its own', () => {
    assert.equal(formatProblem(problem), 'a.yaml:3:7 spec.x: Cannot [YAML_TAB]\n  hint: spaces');
  });

  test('leaves out what is not there', () => {
    assert.equal(formatProblem({ code: 'YAML_TAB', path: '', message: 'Cannot' }), 'Cannot [YAML_TAB]');
  });

  const names: Readonly<Record<string, string>> = {
    'a b/c-d_e@1+2.yaml': 'a b/c-d_e@1+2.yaml',
    'a"b': '"a\\"b"',
    'a\nb': '"a\\nb"',
    'ä\u202E\u{1F600}': '"\\u00e4\\u202e\\ud83d\\ude00"',
    '\u001b[31m': '"\\u001b[31m"',
    'a:1:1 x': '"a:1:1 x"',
    '': '""',
  };
  for (const [file, shown] of Object.entries(names)) {
    test(`shows the file name ${JSON.stringify(file)} as ${shown}`, () => {
      const text = formatProblem({
        code: 'YAML_TAB',
        path: '',
        message: 'M',
        position: { ...position, file },
      });
      assert.equal(text, `${shown}:3:7 M [YAML_TAB]`);
    });
  }
});

suite('compareProblems()', () => {
  test('orders by file, line, column, path, code and message', () => {
    const base: Problem = { code: 'YAML_TAB', path: 'a', message: 'm', position };
    const ordered: readonly Problem[] = [
      { code: 'YAML_TAB', path: 'z', message: 'z' },
      { ...base, position: { file: 'B.yaml', line: 9, column: 9 } },
      base,
      { ...base, message: 'n' },
      { ...base, code: 'YAML_TAG' },
      { ...base, path: 'b' },
      { ...base, position: { ...position, column: 10 } },
      { ...base, position: { ...position, line: 20, column: 1 } },
    ];
    assert.deepEqual([...ordered].reverse().sort(compareProblems), ordered);
  });
});
