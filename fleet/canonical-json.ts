/**
 * JSON with sorted keys and no white space: equal values give equal text. Keys sort by UTF-16 units, as RFC 8785 has
 * it; a property that is undefined is left out. Throws on what JSON cannot carry.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) return canonicalObject(value);
  const isPlain = value === null || typeof value === 'string' || typeof value === 'boolean';
  if (isPlain || (typeof value === 'number' && Number.isFinite(value))) return JSON.stringify(value);
  throw new Error(`Cannot write JSON: a value is ${typeof value === 'number' ? 'not finite' : typeof value}`);
}

function canonicalObject(value: object): string {
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
