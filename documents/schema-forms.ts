import { member } from './schema-lookup.ts';
import type { SchemaContext } from './schema-sentence.ts';
import { meaning, orList, typeWords, wantedText } from './schema-words.ts';

type Keyword = 'oneOf' | 'anyOf' | 'not' | 'if';

const COUNT = { oneOf: 'exactly one of', anyOf: 'at least one of' } as const;

/**
 * What a rule about whole forms wants: from `x-oneOf-meaning` and the like, else from branches that are only `required`
 * lists or only types, else in general.
 */
export function formText({ error, schema }: SchemaContext, keyword: Keyword): string {
  const stated = meaning(schema, keyword);
  if (stated !== undefined) return wantedText(stated);
  if (keyword === 'if') return 'must fit the other fields beside it: it does not';
  if (keyword === 'not') return notText(member(schema, 'not'));
  const branches = list(member(schema, keyword));
  const fields = branches.map((branch) => requiredOnly(branch));
  if (fields.every((names) => names !== undefined)) {
    const both = keyword === 'oneOf' && Array.isArray(error.params['passingSchemas']);
    return `must have ${COUNT[keyword]} ${orList(fields)}: it has ${both ? 'more than one' : 'none'}`;
  }
  const types = branches.map((branch) => member(branch, 'type'));
  if (types.every((type) => typeof type === 'string'))
    return `must be ${orList(types.map(typeWords))}: it is not`;
  return `must have ${COUNT[keyword]} the allowed forms: it does not`;
}

function notText(schema: unknown): string {
  const fields = requiredOnly(schema);
  return fields === undefined ? 'must not have this form: it has' : `must not have ${fields}: it has`;
}

/** The fields of a schema that is nothing but a `required` list. */
function requiredOnly(schema: unknown): string | undefined {
  const names = list(member(schema, 'required'));
  const alone = typeof schema === 'object' && schema !== null && Object.keys(schema).length === 1;
  return alone && names.length > 0 ? names.join(' and ') : undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
