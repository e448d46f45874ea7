/** What celld needs of a store (facts/celld.md 4.4), in the order in which it is tried. One table: output and docs/qualify.md. */
export const PROPERTIES = {
  create: 'an object that does not exist can be created',
  'read-after-write': 'what was just written is read back whole, with a version',
  'refuse-create': 'creating an object that exists is refused and changes nothing',
  update: 'an object can be replaced by naming its version',
  'refuse-stale': 'replacing an older version is refused and changes nothing',
  'list-after-write': 'what was just written is listed',
  'ranged-read': 'a range of bytes is answered exactly',
  'race-create': 'of writers that create one object at once, exactly one wins',
  'race-replace': 'of writers that replace one version at once, exactly one wins',
} as const;

export type Property = keyof typeof PROPERTIES;

export const PROPERTY_NAMES = Object.keys(PROPERTIES) as readonly Property[];

/** `unknown` is never yes: the store was not seen to keep the property, nor to break it. */
export interface Finding {
  readonly property: Property;
  readonly verdict: 'holds' | 'violated' | 'unknown';
  /** A sentence without keys; empty where nothing is to be said. */
  readonly detail: string;
}

export type Qualification = 'qualified' | 'violates' | 'could-not-tell';

/** One broken property is enough to refuse a store, and one unknown is enough not to trust it. */
export function qualificationOf(findings: readonly Finding[]): Qualification {
  if (findings.some(({ verdict }) => verdict === 'violated')) return 'violates';
  const holds = PROPERTY_NAMES.every((name) =>
    findings.some(({ property, verdict }) => property === name && verdict === 'holds'),
  );
  return holds ? 'qualified' : 'could-not-tell';
}

export function holds(property: Property, detail = ''): Finding {
  return { property, verdict: 'holds', detail };
}

export function violated(property: Property, detail: string): Finding {
  return { property, verdict: 'violated', detail };
}

export function unknown(property: Property, detail: string): Finding {
  return { property, verdict: 'unknown', detail };
}
