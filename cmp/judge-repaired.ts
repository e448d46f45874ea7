import type { JsonValue } from '../documents/json.ts';
import type { Problem } from '../documents/problem.ts';
import type { SchemaError } from '../schemas/validators.generated.cjs';
import { touches, withoutFaults } from './without-faults.ts';

/** A value by its schema: the whole model, or every error. */
export type Resolution<Model> =
  | { readonly ok: true; readonly model: Model }
  | { readonly ok: false; readonly errors: readonly SchemaError[] };

interface Judges<Model> {
  readonly resolve: (value: JsonValue) => Resolution<Model>;
  readonly judge: (model: Model) => readonly Problem[];
}

/** Taking a field out can leave a map without what it requires, and so on outwards; the spec itself is never taken out. */
const MOST_ROUNDS = 4;

/** What the rules say of a value without what its schema refuses, so that a person sees every problem at once. */
export function judgeRepaired<Model>(
  value: JsonValue,
  errors: readonly SchemaError[],
  { resolve, judge }: Judges<Model>,
): readonly Problem[] {
  let repaired = withoutFaults(value, errors);
  const removed = [...repaired.removed];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const rest = resolve(repaired.value);
    if (rest.ok) return judge(rest.model).filter(({ path }) => !touches(path, removed));
    repaired = withoutFaults(repaired.value, rest.errors);
    removed.push(...repaired.removed);
  }
  return [];
}
