import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a generated file; with `--check` it only compares, names a file that differs and makes the process fail. */
export function writeGenerated(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${path} is not up to date: run npm run generate\n`);
    process.exitCode = 1;
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
