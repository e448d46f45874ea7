import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const LOADER = 'celld-gitops.cjs';
/** The files of a bundle: the image holds these and Node, and nothing else of ours. */
export const BUNDLE_FILES = [
  LOADER,
  'program.js',
  'program.cache',
  'program.cache.copy',
  'jobs.cjs',
  'generator.cjs',
  'exporter.cjs',
  'compiler.cjs',
] as const;

let folder: string | undefined;

/** The folder of the bundle: dist/, which `npm test` builds first; where it is missing, one that is built for this run. */
export function bundleFolder(): string {
  folder ??= findBundle() ?? buildBundle();
  return folder;
}

/** The file that the image starts. */
export function bundleLoader(): string {
  return join(bundleFolder(), LOADER);
}

function findBundle(): string | undefined {
  const dist = join(ROOT, 'dist');
  return BUNDLE_FILES.every((file) => existsSync(join(dist, file))) ? dist : undefined;
}

function buildBundle(): string {
  const built = mkdtempSync(join(tmpdir(), 'celld-gitops-bundle-'));
  process.once('exit', () => rmSync(built, { recursive: true, force: true }));
  execFileSync(process.execPath, ['scripts/build.ts', built], { cwd: ROOT });
  return built;
}
