import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { READING_CODES } from '../../documents/codes/reading.ts';
import { SCHEMA_CODES } from '../../documents/codes/schema.ts';
import { YAML_CODES } from '../../documents/codes/yaml.ts';

const TABLES = { ...READING_CODES, ...YAML_CODES, ...SCHEMA_CODES };
const root = new URL('../../', import.meta.url);
const readme = readFileSync(new URL('documents/README.md', root), 'utf8');

function sources(folder: string): string {
  const names = readdirSync(new URL(folder, root)).filter((name) => name.endsWith('.ts'));
  return names.map((name) => readFileSync(new URL(`${folder}${name}`, root), 'utf8')).join('\n');
}

suite('the codes of reading, YAML and schema', () => {
  test('are the rows of the tables in documents/README.md, word for word', () => {
    const rows = readme
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.replace(/ +\|/g, ' |'));
    const escaped = (text: string): string => text.replaceAll('|', '\\|');
    const expected = Object.entries(TABLES).map(
      ([code, { meaning, remedy }]) => `| \`${code}\` | ${escaped(meaning)} | ${escaped(remedy)} |`,
    );
    assert.deepEqual(rows, expected);
  });

  const code = sources('documents/') + sources('cmp/io/');
  for (const name of Object.keys(TABLES)) {
    test(`${name} is reported somewhere`, () => {
      assert.match(code, new RegExp(`'${name}'`));
    });
  }

  test('have sentences that fit into a line of their own', () => {
    for (const [name, { meaning, remedy }] of Object.entries(TABLES)) {
      assert.match(meaning, /^[A-Z].*[^.]$/, name);
      assert.match(remedy, /^[^A-Z].*[^.]$|^`/, name);
    }
  });
});
