const QUANTITY = /^(\d+(?:\.\d+)?)(m|k|M|G|T|P|Ki|Mi|Gi|Ti|Pi)?$/;

const SCALES: Readonly<Record<string, number>> = {
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
};

/** A Kubernetes quantity as a number; undefined for a text that has no unit, which is compared as text. */
export function parseQuantity(text: string): number | undefined {
  const match = QUANTITY.exec(text);
  const scale = SCALES[match?.[2] ?? ''];
  return match === null || scale === undefined ? undefined : Number(match[1]) * scale;
}
