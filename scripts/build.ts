import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const OUT = process.argv[2] ?? 'dist';
const BUNDLE = join(OUT, 'celld-gitops.cjs');
const SNAPSHOT = join(OUT, 'celld-gitops.blob');

/**
 * Bundles the program into one file, and starts it once into a V8 startup snapshot: a render then needs no loading of
 * modules, which is half of its time. The snapshot belongs to the very Node that builds it.
 */
async function main(): Promise<void> {
  mkdirSync(OUT, { recursive: true });
  await build({
    entryPoints: ['main.ts'],
    outfile: BUNDLE,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    legalComments: 'linked',
    logLevel: 'warning',
    // Handlebars' compiler reads a source map only where one is there; it never is.
    external: ['source-map'],
  });
  buildSnapshot();
}

/** Written beside and moved into place, so that a snapshot is either whole or absent. */
function buildSnapshot(): void {
  const partial = `${SNAPSHOT}.partial`;
  rmSync(partial, { force: true });
  const { status } = spawnSync(process.execPath, ['--snapshot-blob', partial, '--build-snapshot', BUNDLE], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {},
  });
  if (status !== 0) throw new Error('Cannot build the startup snapshot');
  renameSync(partial, SNAPSHOT);
}

await main();
