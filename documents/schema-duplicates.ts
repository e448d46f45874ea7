import type { SchemaContext, Sentence } from './schema-sentence.ts';

/** The later of two equal items; of the two indexes, Ajv's order is that of its loop. */
export function duplicateItemSentence({ error }: SchemaContext): Sentence {
  const [first = 0, second = 0] = [Number(error.params['i']), Number(error.params['j'])].sort(
    (a, b) => a - b,
  );
  const text = `must differ from the other items: it is equal to [${String(first)}]`;
  return { code: 'SCHEMA_DUPLICATE_ITEM', text, field: second, hint: 'remove one of the two' };
}

/** The later of two items with the same key; params `{ key, i, j }` are those of scripts/schemas/list-map-keys.ts. */
export function duplicateKeySentence({ error }: SchemaContext): Sentence {
  const key = String(error.params['key']);
  return {
    code: 'SCHEMA_DUPLICATE_ITEM',
    text: `must be there once: item ${String(error.params['j'])} has the same ${key}`,
    field: [Number(error.params['i']), key],
    hint: `remove one of the two, or give it another ${key}`,
  };
}
