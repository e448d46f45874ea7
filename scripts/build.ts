import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';

const OUT = process.argv[2] ?? 'dist';
const PROGRAM = join(OUT, 'program.js');
const CACHE = join(OUT, 'program.cache');
/** What the program is run over, so that V8 compiles what a render uses. */
const WARM_UP = [
  'examples/quick-start/app',
  'examples/several-apps/app',
  'examples/autoscaling-exporter/app',
];

/** What most renders never need is a file of its own, asked for by a dynamic import: reading it costs every start. */
const APART = [
  { imported: './hooks/command.ts', entry: 'hooks/command.ts', file: 'jobs.cjs' },
  { imported: './metrics/command.ts', entry: 'metrics/command.ts', file: 'exporter.cjs' },
  { imported: './generator/commands.ts', entry: 'generator/commands.ts', file: 'generator.cjs' },
  { imported: './handlebars/compile.ts', entry: 'cmp/handlebars/compile.ts', file: 'compiler.cjs' },
] as const;

const STAY_OUT: Plugin = {
  name: 'stay-out',
  setup: (bundling) => {
    for (const { imported, file } of APART) {
      const filter = new RegExp(`^${imported.replaceAll('.', '\\.')}$`);
      bundling.onResolve({ filter }, () => ({ path: `./${file}`, external: true }));
    }
  },
};

const COMMON = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  charset: 'ascii',
  minify: true,
  keepNames: false,
  legalComments: 'none',
  logLevel: 'warning',
  // Handlebars' compiler reads a source map only where one is there; it never is.
  external: ['source-map'],
} as const satisfies BuildOptions;

/** Bundles the program, keeps the code that V8 makes of it, and puts the loader and what stays apart beside them. */
async function main(): Promise<void> {
  mkdirSync(OUT, { recursive: true });
  const { outputFiles } = await build({
    ...COMMON,
    entryPoints: ['main.ts'],
    outfile: PROGRAM,
    write: false,
    define: { 'import.meta.main': 'false' },
    // The library's build without a check of process.env on every token.
    alias: { yaml: './node_modules/yaml/browser/index.js' },
    plugins: [STAY_OUT],
    // The loader runs the program as a script, which has require and nothing else.
    supported: { 'dynamic-import': false },
  });
  const bundle = outputFiles[0]?.text ?? '';
  // To V8 a cache of another program of the same length is this one's.
  for (const file of [CACHE, `${CACHE}.copy`]) rmSync(file, { force: true });
  writeFileSync(PROGRAM, `(function (exports, require, module) {${bundle}\n})`);
  copyFileSync('scripts/build/loader.cjs', join(OUT, 'celld-gitops.cjs'));
  for (const { entry, file } of APART)
    await build({ ...COMMON, entryPoints: [entry], outfile: join(OUT, file) });
  makeCache();
}

/** In a process of its own, with no flags but those of the image: V8 refuses a cache that was made under others. */
function makeCache(): void {
  const { status } = spawnSync(
    process.execPath,
    ['scripts/build/make-cache.cjs', PROGRAM, CACHE, ...WARM_UP],
    { stdio: ['ignore', 'ignore', 'inherit'], env: {} },
  );
  if (status !== 0) throw new Error('Cannot make the code cache');
}

await main();
