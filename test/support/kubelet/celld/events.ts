/** One line of a fake celld's log. `at`: milliseconds since the epoch; every node of a test has the same clock. */
export interface CelldEvent {
  readonly at: number;
  readonly event:
    | 'start'
    | 'refused'
    | 'serving'
    | 'neighbour'
    | 'peer-refused'
    | 'sigterm'
    | 'handoff'
    | 'cold'
    | 'warm'
    | 'deployment'
    | 'drained'
    | 'state'
    | 'fence'
    | 'exit'
    /** Written by the kubelet, whatever the end was. */
    | 'ended';
  readonly pod: string;
  readonly uid: string;
  /** Process of that pod: its own identity as a node. */
  readonly node: string;
  /** `x.y.z`, or what the image's tag says. */
  readonly version: string;
  readonly durability: string;
  readonly bucket: string;
  readonly [more: string]: unknown;
}

/** Undefined for a line that is no event. */
export function parseEvent(line: string): CelldEvent | undefined {
  if (!line.startsWith('{"at":')) return undefined;
  try {
    return JSON.parse(line) as CelldEvent;
  } catch {
    return undefined;
  }
}
