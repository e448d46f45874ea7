import fc, { type Arbitrary } from 'fast-check';
import type { Json, JsonSchema } from '../../../schemas/json-schema.ts';

/** Values that fit a schema field by field. What only a whole value can break (unique items, sizes of maps) is left to a filter. */
export function arbitraryValue(schema: JsonSchema): Arbitrary<Json> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return arbitraryInteger(schema);
    case 'string':
      return arbitraryText(schema);
    case 'array':
      return fc.array(arbitraryValue(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 3, 3) });
    case undefined:
    default:
      return arbitraryMap(schema);
  }
}

/** Both bounds more often than chance would have it. */
function arbitraryInteger({ minimum = 0, maximum = 2_147_483_647 }: JsonSchema): Arbitrary<Json> {
  return fc.oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum }));
}

function arbitraryText({ pattern, minLength = 0, maxLength = 64 }: JsonSchema): Arbitrary<Json> {
  const size = { minLength, maxLength: Math.min(maxLength, 64) };
  const text =
    pattern === undefined ? fc.string({ ...size, unit: 'grapheme' }) : fc.stringMatching(new RegExp(pattern));
  return text.filter((value) => value.length >= minLength && value.length <= maxLength);
}

function arbitraryMap(schema: JsonSchema): Arbitrary<Json> {
  if (typeof schema.additionalProperties === 'object') {
    const entry = [
      arbitraryText(schema.propertyNames ?? {}),
      arbitraryValue(schema.additionalProperties),
    ] as const;
    return fc
      .array(fc.tuple(...entry), { maxLength: 3 })
      .map((entries) => Object.fromEntries(entries) as Json);
  }
  const properties = Object.entries(schema.properties ?? {});
  const fields = properties.map(([name, child]) => [name, arbitraryValue(child)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...(schema.required ?? [])] });
}
