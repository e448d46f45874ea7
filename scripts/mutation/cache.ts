import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Mutant } from './mutants.ts';
import { ROOT } from './working-copy.ts';

/** What is known of a mutant: the test file that killed it, or `none`; and of what that was true. */
interface Entry {
  readonly killer: string;
  readonly of: string;
}

/** What earlier runs found out. */
export interface Cache {
  /** `killed`: while the mutant and the test file that killed it are what they were. `survived`: while everything is. */
  readonly find: (mutant: Mutant) => 'killed' | 'survived' | undefined;
  /** The test file that killed a mutant of this name, whatever has changed since: it is tried first. */
  readonly hint: (mutant: Mutant) => string | undefined;
  readonly note: (mutant: Mutant, killer: string | undefined) => void;
}

const NONE = 'none';
const EVERYTHING = ['fleet', 'hooks', 'sim', 'test/fleet', 'test/hooks', 'test/sim'];

/** In `.cache`, which git ignores. Written after every note, so that a run may be stopped at any moment. */
export function openCache(file = join(ROOT, '.cache', 'mutation', 'killed.json')): Cache {
  const entries = read(file);
  const everything = hashOf(
    EVERYTHING.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT })).sort(),
  );
  const basis = ({ text }: Mutant, killer: string) =>
    sha256(text + (killer === NONE ? everything : killer === 'time' ? '' : hashOf([killer])));
  return {
    find: (mutant) => {
      const entry = entries.get(mutant.id);
      if (entry?.of !== basis(mutant, entry?.killer ?? NONE)) return undefined;
      return entry.killer === NONE ? 'survived' : 'killed';
    },
    hint: ({ id }) => {
      const killer = entries.get(id)?.killer;
      return killer?.endsWith('.ts') === true ? killer : undefined;
    },
    note: (mutant, killer = NONE) => {
      entries.set(mutant.id, { killer, of: basis(mutant, killer) });
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(Object.fromEntries(entries)));
    },
  };
}

function read(file: string): Map<string, Entry> {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Entry>));
  } catch {
    return new Map();
  }
}

const hashes = new Map<string, string>();

function hashOf(files: readonly string[]): string {
  return sha256(files.map((file) => hashes.get(file) ?? remember(file)).join(' '));
}

function remember(file: string): string {
  let hash: string;
  try {
    hash = sha256(readFileSync(join(ROOT, file), 'utf8'));
  } catch {
    hash = 'gone';
  }
  hashes.set(file, hash);
  return hash;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
