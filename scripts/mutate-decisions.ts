import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';

/** One change of a decision: a guard that never holds, half of a condition, or a step that is left out. */
interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly what: string;
  readonly text: string;
}

const ROOT = join(import.meta.dirname, '..');
const DECISIONS = ['fleet/rollout', 'fleet/rollout/steps', 'fleet/gate'];
const COPIED = ['fleet', 'hooks', 'sim', 'documents', 'schemas', 'test', 'package.json'];
const TABLES = ['test/fleet/rollout/*.test.ts', 'test/fleet/gate/*.test.ts'];
const HISTORIES = ['test/hooks/**/*.test.ts'];

function mutantsOf(file: string, text: string): readonly Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2024, true);
  const mutants: Mutant[] = [];
  const replace = (node: ts.Node, by: string, what: string) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    mutants.push({ file, line, what, text: text.slice(0, node.getStart()) + by + text.slice(node.getEnd()) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIfStatement(node)) replace(node.expression, 'false', `never: ${node.expression.getText()}`);
    if (ts.isBinaryExpression(node) && isLogical(node)) {
      replace(node, node.left.getText(), `without: ${node.right.getText()}`);
      replace(node, node.right.getText(), `without: ${node.left.getText()}`);
    }
    if (
      ts.isArrayLiteralExpression(node) &&
      node.elements.length > 2 &&
      node.elements.every(ts.isIdentifier)
    ) {
      for (const element of node.elements) {
        const left = node.elements.filter((other) => other !== element).map((other) => other.getText());
        replace(node, `[${left.join(', ')}]`, `without the step ${element.getText()}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

function isLogical({ operatorToken }: ts.BinaryExpression): boolean {
  return [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken].includes(operatorToken.kind);
}

async function allMutants(): Promise<readonly Mutant[]> {
  const found: Mutant[] = [];
  for (const folder of DECISIONS)
    for (const name of (await readdir(join(ROOT, folder))).filter((entry) => entry.endsWith('.ts')).sort()) {
      const file = join(folder, name);
      found.push(...mutantsOf(file, await readFile(join(ROOT, file), 'utf8')));
    }
  return found;
}

async function workingCopy(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mutate-'));
  for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** True where some test fails, or nothing ends in time. */
async function isKilled(folder: string, tests: readonly string[]): Promise<boolean> {
  const options = {
    cwd: folder,
    stdio: 'ignore',
    timeout: 120_000,
    env: { ...process.env, CRASHES: '0' },
  } as const;
  const child = spawn(process.execPath, ['--test', ...tests], options);
  return await new Promise((resolve) => child.on('exit', (code) => resolve(code !== 0)));
}

async function survives(folder: string, mutant: Mutant, tests: readonly string[][]): Promise<boolean> {
  const path = join(folder, mutant.file);
  const before = await readFile(path, 'utf8');
  await writeFile(path, mutant.text);
  try {
    for (const some of tests) if (await isKilled(folder, some)) return false;
    return true;
  } finally {
    await writeFile(path, before);
  }
}

async function main(jobs: number, onlyTables: boolean, filter: string): Promise<number> {
  const queue = (await allMutants()).filter(({ file }) => file.includes(filter));
  const total = queue.length;
  const pending = [...queue];
  let survivors = 0;
  const work = async () => {
    const folder = await workingCopy();
    for (let mutant = pending.shift(); mutant !== undefined; mutant = pending.shift()) {
      if (!(await survives(folder, mutant, onlyTables ? [TABLES] : [TABLES, HISTORIES]))) continue;
      survivors += 1;
      console.log(`${relative('.', mutant.file)}:${mutant.line} ${mutant.what.replaceAll(/\s+/g, ' ')}`);
    }
    await rm(folder, { recursive: true });
  };
  await Promise.all(Array.from({ length: jobs }, work));
  console.log(`${total} mutants, ${survivors} survived`);
  return survivors;
}

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '2' },
    tables: { type: 'boolean', default: false },
    file: { type: 'string', default: '' },
  },
});
process.exitCode = (await main(Number(values.jobs), values.tables, values.file)) === 0 ? 0 : 1;
