import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Has a package.json and a lockfile of its own. */
export const STORES_FOLDER = join(import.meta.dirname, '..');

/** The blob service of Azurite, a program of Node. */
export const AZURITE = join(STORES_FOLDER, 'node_modules/azurite/dist/src/blob/main.js');

export function isAzuriteInstalled(): boolean {
  return existsSync(AZURITE);
}
