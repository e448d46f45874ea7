import { formatPath } from './path.ts';
import { member } from './schema-lookup.ts';
import type { SchemaContext, Sentence } from './schema-sentence.ts';
import { meaning } from './schema-words.ts';

/** A field that must be set: the hint says where, and what the schema has to say of it. */
export function missingFieldSentence({ error, schema, at }: SchemaContext): Sentence {
  const field = String(error.params['missingProperty']);
  const place = at.length === 0 ? 'add it at the top level' : `add it under ${formatPath(at)}`;
  const hint = place + about(member(member(schema, 'properties'), field));
  return { code: 'SCHEMA_REQUIRED', text: 'must be set: it is missing', field, hint };
}

function about(schema: unknown): string {
  const wanted = meaning(schema, 'pattern');
  if (wanted !== undefined) return `; it must ${wanted}`;
  const description = member(schema, 'description');
  if (typeof description !== 'string') return '';
  const [, first = ''] = /^(.+?)(?:[.;:]\s|\.?$)/s.exec(description) ?? [];
  return `: ${/^[A-Z][a-z']* /.test(first) ? first.charAt(0).toLowerCase() + first.slice(1) : first}`;
}
