import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A package.json and a lockfile of their own: nothing else of this repository needs Azurite. */
const SOURCES = join(import.meta.dirname, '..');
const FILES = ['package.json', 'package-lock.json', '.npmrc'] as const;
const CACHE = join(SOURCES, '../../.cache/stores');

/** Installs Azurite unless the cache holds it for this lockfile; answers the program of its blob service. */
export function installAzurite(): string {
  const folder = join(CACHE, `azurite-${lockHash()}`);
  const program = join(folder, 'node_modules/azurite/dist/src/blob/main.js');
  if (existsSync(program)) return program;
  const scratch = `${folder}.${process.pid}`;
  mkdirSync(scratch, { recursive: true });
  for (const file of FILES) copyFileSync(join(SOURCES, file), join(scratch, file));
  const args = ['ci', '--ignore-scripts', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: scratch, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('Cannot install Azurite: npm ci failed');
  if (!existsSync(folder)) renameSync(scratch, folder);
  rmSync(scratch, { recursive: true, force: true });
  return program;
}

function lockHash(): string {
  return createHash('sha256')
    .update(readFileSync(join(SOURCES, 'package-lock.json')))
    .digest('hex')
    .slice(0, 16);
}
