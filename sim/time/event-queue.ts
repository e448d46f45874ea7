/** Something that will happen. `key` tells it from others: of one key only the soonest is pending. */
export interface Entry<Event> {
  readonly at: number;
  /** Order of arrival, which decides among equals. */
  readonly order: number;
  readonly key: string;
  readonly event: Event;
}

/** Pending events as plain data, soonest first; a copy is independent. */
export class EventQueue<Event> {
  /** Soonest last, so that taking it is cheap. */
  private entries: Entry<Event>[] = [];
  private keys = new Map<string, number>();

  copy(): EventQueue<Event> {
    const queue = new EventQueue<Event>();
    queue.entries = [...this.entries];
    queue.keys = new Map(this.keys);
    return queue;
  }

  /** Adds an event; as with a controller's work queue, of two of one key the sooner one stays. */
  add(entry: Entry<Event>): void {
    const pendingAt = this.keys.get(entry.key);
    if (pendingAt !== undefined && pendingAt <= entry.at) return;
    if (pendingAt !== undefined) this.takeKey(entry.key);
    this.keys.set(entry.key, entry.at);
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.entries[middle];
      if (other !== undefined && isSooner(entry, other)) low = middle + 1;
      else high = middle;
    }
    this.entries.splice(low, 0, entry);
  }

  has(key: string): boolean {
    return this.keys.has(key);
  }

  peek(): Entry<Event> | undefined {
    return this.entries.at(-1);
  }

  take(): Entry<Event> | undefined {
    const entry = this.entries.pop();
    if (entry !== undefined) this.keys.delete(entry.key);
    return entry;
  }

  /** Takes a pending event out of turn. */
  takeKey(key: string): Entry<Event> | undefined {
    if (!this.keys.has(key)) return undefined;
    const index = this.entries.findIndex((entry) => entry.key === key);
    this.keys.delete(key);
    return this.entries.splice(index, 1)[0];
  }

  /** Every pending event, soonest first. */
  list(): readonly Entry<Event>[] {
    return this.entries.toReversed();
  }
}

function isSooner<Event>(a: Entry<Event>, b: Entry<Event>): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
