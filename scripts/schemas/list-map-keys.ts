import { _, str, type CodeKeywordDefinition, type KeywordCxt } from 'ajv';

/**
 * `x-kubernetes-list-map-keys: [name]` as a validation: two items of the list must not have the same name, as in the
 * API server. Error params: `{ key, i, j }`, the later and the earlier index.
 */
export const LIST_MAP_KEYS: CodeKeywordDefinition = {
  keyword: 'x-kubernetes-list-map-keys',
  type: 'array',
  schemaType: 'array',
  error: {
    message: ({ params }) =>
      str`must NOT have items ${params['j']} and ${params['i']} with the same ${params['key']}`,
    params: ({ params }) => _`{key: ${params['key']}, i: ${params['i']}, j: ${params['j']}}`,
  },
  code: compileUniqueKey,
};

function compileUniqueKey(cxt: KeywordCxt): void {
  const { gen, data } = cxt;
  const key = onlyKey(cxt.schema);
  const seen = gen.const('seen', _`new Map()`);
  gen.forRange('i', 0, _`${data}.length`, (i) => {
    const name = gen.const('name', _`${data}[${i}] && ${data}[${i}][${key}]`);
    const earlier = gen.const('earlier', _`${seen}.get(${name})`);
    cxt.setParams({ key: _`${key}`, i, j: earlier });
    gen.if(_`typeof ${name} == "string"`, () => {
      gen.if(
        _`${earlier} !== undefined`,
        () => cxt.error(),
        () => gen.code(_`${seen}.set(${name}, ${i})`),
      );
    });
  });
}

function onlyKey(schema: unknown): string {
  const keys: unknown = schema;
  if (!Array.isArray(keys) || keys.length !== 1 || typeof keys[0] !== 'string') {
    throw new Error('x-kubernetes-list-map-keys must have exactly one key');
  }
  return keys[0];
}
