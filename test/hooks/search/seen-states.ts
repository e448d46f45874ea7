/** A set of 53-bit fingerprints that keeps, for each, how it was first reached. */
export class SeenStates {
  size = 0;
  private readonly prints: Float64Array;
  private readonly parents: Int32Array;
  private readonly names: Uint16Array;

  constructor(limit: number) {
    const slots = 2 ** Math.ceil(Math.log2(limit * 2));
    this.prints = new Float64Array(slots).fill(-1);
    this.parents = new Int32Array(limit);
    this.names = new Uint16Array(limit);
  }

  /** The index of a new state; -1 where it was there already. */
  add(print: number, parent: number, name: number): number {
    const slot = this.slotOf(print);
    if (this.prints[slot] === print) return -1;
    const index = this.size;
    this.prints[slot] = print;
    this.parents[index] = parent;
    this.names[index] = name;
    this.size += 1;
    return index;
  }

  has(print: number): boolean {
    return this.prints[this.slotOf(print)] === print;
  }

  /** Names of the events that first led to a state, from the start. */
  pathTo(index: number): readonly number[] {
    const path: number[] = [];
    for (let at = index; at > 0; at = this.parents[at] ?? 0) path.push(this.names[at] ?? 0);
    return path.reverse();
  }

  get bytes(): number {
    const { prints, parents, names } = this;
    return prints.byteLength + parents.byteLength + names.byteLength;
  }

  private slotOf(print: number): number {
    const mask = this.prints.length - 1;
    let slot = (print % 4_294_967_291) & mask;
    while (this.prints[slot] !== -1 && this.prints[slot] !== print) slot = (slot + 1) & mask;
    return slot;
  }
}
