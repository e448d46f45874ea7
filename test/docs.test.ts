import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readPlatform } from '../cmp/platform/read-platform.ts';
import { parseDocuments } from '../documents/parse-documents.ts';
import packageFile from '../package.json' with { type: 'json' };
import { resolveWorkerApp } from '../schemas/resolve-workerapp.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGES = globSync(['*.md', '{.github,argocd,docs,examples,fleet,schemas,sim,test}/**/*.md'], {
  cwd: ROOT,
}).sort();

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** The text of a page without its code, which may hold brackets of other meaning. */
function prose(page: string): string {
  return withoutFences(read(page)).replaceAll(/`[^`\n]*`/g, '');
}

function withoutFences(markdown: string): string {
  return markdown.replaceAll(/^```[\s\S]*?^```$/gm, '');
}

/** Targets of links that lead to this repository. */
function localLinks(page: string): readonly string[] {
  return [...prose(page).matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors of a page: its headings as GitHub writes them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = [...withoutFences(read(page)).matchAll(/^#{1,6} (.+)$/gm)].map(([, text = '']) => text);
  const explicit = [...read(page).matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = '']) => id);
  return new Set([...headings.map(anchorOf), ...explicit]);
}

function anchorOf(heading: string): string {
  const text = heading.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '').trim();
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

function problemOf(page: string, target: string): string | undefined {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), decodeURIComponent(path)));
  if (file.startsWith('..')) return 'it leads out of the repository';
  if (!existsSync(join(ROOT, file))) return 'there is no such file';
  if (anchor === undefined) return undefined;
  if (statSync(join(ROOT, file)).isDirectory()) return 'a folder has no headings';
  return anchorsOf(file).has(anchor) ? undefined : 'there is no such heading';
}

suite('Every link leads somewhere', () => {
  for (const page of PAGES) {
    test(`in ${page}`, () => {
      const broken = localLinks(page).flatMap((target) => {
        const problem = problemOf(page, target);
        return problem === undefined ? [] : [`${target}: ${problem}`];
      });
      assert.deepEqual(broken, []);
    });
  }
});

suite('Every script of npm exists that is named', () => {
  for (const page of PAGES) {
    test(`in ${page}`, () => {
      const named = [...read(page).matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(test)\b)/g)];
      const missing = named
        .map(([, script, short]) => script ?? short ?? '')
        .filter((script) => !Object.hasOwn(packageFile.scripts, script));
      assert.deepEqual(missing, []);
    });
  }
});

suite('README.md', () => {
  test('shows the quick start as it is in examples/, but for the quotes', () => {
    const shown = /^```yaml\n([\s\S]*?)^```$/m.exec(read('README.md'))?.[1] ?? '';
    const example = read('examples/quick-start/app/chat.yaml').replace(/^# yaml-language-server: .*\n/, '');
    assert.equal(shown.replaceAll("'", '"'), example);
  });

  test('names only paths that exist', () => {
    const paths = [...read('README.md').matchAll(/`((?:examples|docs|schemas|argocd)\/[\w./-]*)`/g)];
    for (const [, path = ''] of paths) assert.ok(existsSync(join(ROOT, path)), path);
  });
});

suite('What the docs show as a file is one', () => {
  for (const page of PAGES) {
    const blocks = [...read(page).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
    for (const [index, text] of blocks.entries()) {
      const kind = /^kind: (WorkerApp|Platform)$/m.exec(text)?.[1];
      if (kind === undefined || !/^(?:spec|tenants):$/m.test(text)) continue;
      test(`${page} shows a ${kind} without a problem in block ${String(index + 1)}`, () => {
        const { documents, problems } = parseDocuments({ file: page, text });
        assert.deepEqual(problems, []);
        if (kind === 'Platform') assert.deepEqual(readPlatform({ file: page, text }).problems, []);
        else for (const { value } of documents) assert.ok(resolveWorkerApp(value).ok);
      });
    }
  }
});
