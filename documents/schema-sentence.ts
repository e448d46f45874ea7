import type { SCHEMA_CODES } from './codes/schema.ts';
import type { JsonValue } from './json.ts';
import type { Path } from './path.ts';
import type { AjvErrorLike } from './schema-error.ts';

/** An error together with what it is about. */
export interface SchemaContext {
  readonly error: AjvErrorLike;
  /** The sub-schema whose keyword failed. */
  readonly schema: unknown;
  /** As it was written; undefined where it was not. For an error about a key, the key. */
  readonly value: JsonValue | undefined;
  /** Where in the document that is. */
  readonly at: Path;
}

/** The rest of a sentence after the name of the field: `must be >= 1: current value is 0`. */
export interface Sentence {
  readonly code: keyof typeof SCHEMA_CODES;
  readonly text: string;
  /** The field or item below the failed value that the sentence is about, or the way to it. */
  readonly field?: string | number | Path;
  /** The field that a misspelt one was meant to be. */
  readonly meant?: string;
  readonly hint?: string;
}
