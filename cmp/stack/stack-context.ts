import type { JsonObject } from '../../documents/json.ts';
import type { LocatedDocument } from '../../documents/parse-documents.ts';
import { fieldAt } from '../../fleet/object-fields.ts';
import type { ResolvedCelldStack } from '../../schemas/celldstack.generated.ts';
import type { Finding } from '../finding.ts';
import type { Judging } from '../judging.ts';
import { effectiveValues, wantedValues } from './stack-values.ts';

/** One CelldStack that fits the schema, and everything it is judged against. */
export interface StackContext extends Judging {
  readonly stack: ResolvedCelldStack;
  readonly document: LocatedDocument;
  /** The values as the chart's templates will see them. */
  readonly effective: JsonObject;
}

/** Everything that one rule has against a CelldStack; empty when it has nothing. */
export type StackRule = (context: StackContext) => readonly Finding[];

export function stackContext(
  stack: ResolvedCelldStack,
  document: LocatedDocument,
  judging: Judging,
): StackContext {
  return { ...judging, stack, document, effective: effectiveValues(wantedValues(stack)) };
}

/** True for a field that stands in the file: a default is nobody's wish. */
export function isWritten({ document }: Pick<StackContext, 'document'>, ...path: readonly string[]): boolean {
  return (fieldAt(document.value, 'spec', ...path) ?? null) !== null;
}

/** Where the value of the chart at a path was written: in one of the two free maps, or in the field that makes it. */
export function whereWritten(
  { document, stack }: Pick<StackContext, 'document' | 'stack'>,
  path: readonly string[],
  field: readonly string[],
): readonly string[] {
  const isOverridden = Object.keys(stack.spec.overrideAllValues).length > 0;
  const map = isOverridden ? 'overrideAllValues' : 'values';
  if (fieldAt(document.value, 'spec', map, ...path) !== undefined) return ['spec', map, ...path];
  return isOverridden ? ['spec', map] : ['spec', ...field];
}
