import type { JsonValue } from '../../documents/json.ts';
import type { LocatedDocument } from '../../documents/parse-documents.ts';
import type { Problem } from '../../documents/problem.ts';
import type { Judging } from '../judging.ts';
import { judgeStack, type LocatedStack } from './judge-stack.ts';

export interface GuardReading {
  readonly guarded?: LocatedStack;
  readonly problems: readonly Problem[];
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined; // the parser's own message quotes the text
  }
}

function refused(what: string): GuardReading {
  const problem: Problem = {
    code: 'STACK_GUARD',
    path: 'guard',
    message: `Cannot use plugin parameter "guard": ${what}`,
    hint: 'leave it to the Application that the CelldStack was rendered to: sync the stack again',
  };
  return { problems: [problem] };
}

/** A parameter has no lines: everything is said at the parameter. */
const POSITION = { file: 'guard', line: 1, column: 1 } as const;

/**
 * The stack that a guard works for, judged once more by the very rules: the parameter is as the Application of the release
 * has it, and nobody else's word. Its release must be where this Application applies.
 */
export function readGuard(text: string, judging: Judging): GuardReading {
  const value = parse(text);
  if (value === undefined) return refused('it must hold one CelldStack as JSON: it does not');
  const document: LocatedDocument = { file: POSITION.file, index: 0, value, locate: () => POSITION };
  const { stack, problems } = judgeStack(document, judging);
  if (stack === undefined || problems.length > 0) return { problems };
  if (stack.spec.namespace !== judging.destination.namespace)
    return refused('its CelldStack must be released into the destination namespace: it is not');
  return { guarded: { stack, document }, problems: [] };
}
