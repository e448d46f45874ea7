import { YAML_CODES } from './codes/yaml.ts';
import { READING_CODES } from './codes/reading.ts';
import type { LineIndex } from './line-index.ts';
import { formatPath, type Path } from './path.ts';
import { compareProblems, type Problem } from './problem.ts';

const CODES = { ...READING_CODES, ...YAML_CODES };

/** A problem of a file as the reader finds it: at an offset of the text. */
export interface FoundProblem {
  readonly code: keyof typeof CODES;
  readonly offset: number;
  readonly message: string;
  readonly path?: Path;
}

/** The problems of one file, each place and code once, at most `limit` of them kept. */
export interface ProblemList {
  add(found: FoundProblem): void;
  /** True once so many problems were counted that reading on serves nobody. */
  isOverflowing(): boolean;
  sorted(): Problem[];
}

const MOST_COUNTED = 1_000;

export function createProblemList(file: string, lines: LineIndex, limit: number): ProblemList {
  const kept: Problem[] = [];
  const seen = new Set<string>();
  let more = 0;
  return {
    add({ code, offset, message, path }) {
      const key = `${code} ${String(offset)}`;
      if (seen.has(key)) return;
      if (kept.length >= limit) {
        more += 1;
        return;
      }
      seen.add(key);
      const position = { file, ...lines(offset) };
      kept.push({ code, path: formatPath(path ?? []), message, position, hint: CODES[code].remedy });
    },
    isOverflowing: () => more >= MOST_COUNTED,
    sorted: () => [...kept.sort(compareProblems), ...moreProblems(file, more)],
  };
}

function moreProblems(file: string, more: number): Problem[] {
  if (more === 0) return [];
  const count = more >= MOST_COUNTED ? `at least ${String(MOST_COUNTED)}` : String(more);
  const message = `Cannot read the file: it has ${count} more problem${more === 1 ? '' : 's'}`;
  const hint = YAML_CODES.YAML_MORE_PROBLEMS.remedy;
  return [{ code: 'YAML_MORE_PROBLEMS', path: '', message, position: { file, line: 1, column: 1 }, hint }];
}
