import { nearestName } from './nearest-name.ts';
import { knownFields, member } from './schema-lookup.ts';
import type { SchemaContext, Sentence } from './schema-sentence.ts';

const MOST_LISTED = 16;

/** A field that the schema does not know, or that its `x-refused-fields` names with a reason. */
export function unknownFieldSentence({ error, schema }: SchemaContext): Sentence {
  const field = String(error.params['additionalProperty'] ?? error.params['unevaluatedProperty']);
  const reason = member(member(schema, 'x-refused-fields'), field);
  if (typeof reason === 'string') {
    return { code: 'SCHEMA_REFUSED_FIELD', field, text: `must not be set: ${asClause(reason)}` };
  }
  const text = 'must be a known field: it is not';
  const known = knownFields(schema);
  const meant = nearestName(field, known);
  if (meant !== undefined) {
    return { code: 'SCHEMA_UNKNOWN_FIELD', field, text, meant, hint: `did you mean ${meant}?` };
  }
  const listed = known.length > 0 && known.length <= MOST_LISTED;
  const hint = listed ? { hint: `known fields are ${[...known].sort().join(', ')}` } : {};
  return { code: 'SCHEMA_UNKNOWN_FIELD', field, text, ...hint };
}

/** Reasons are written to stand after the field's name; some are sentences of their own. */
function asClause(reason: string): string {
  if (reason.startsWith('is ')) return `it ${reason}`;
  return reason.startsWith('are ') ? `they ${reason}` : reason;
}
