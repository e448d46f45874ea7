/** Digits alone, as celld parses a number: never `1e+21`. Bug rows G14 and G16. */
export function plainInteger(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`Cannot write ${value} as a plain whole number`);
  return String(value);
}
