import type { OffsetMove } from '#postgres/offsets.js';

/**
 * What this process believes of the offsets of its partitions. `committed` is the stored next offset; `intended` is
 * where the transaction under way will have moved it.
 */
export class HeldOffsets {
  private readonly committed = new Map<number, number>();
  private readonly collected = new Map<number, number>();
  private readonly intended = new Map<number, number>();
  private assigned = 0;

  /** Grows with each assignment: in between, a partition may have had another owner. */
  get assignments(): number {
    return this.assigned;
  }

  /** Begins anew with what is stored, reading again from `collectedFrom`. */
  assign(offsets: ReadonlyMap<number, number>, collectedFrom: ReadonlyMap<number, number>): void {
    this.assigned++;
    this.committed.clear();
    this.collected.clear();
    for (const [partition, offset] of offsets) this.committed.set(partition, offset);
    for (const [partition, offset] of collectedFrom) this.collected.set(partition, offset);
  }

  /** The states of all commands below `offset` were handed to the state publisher. */
  collect(partition: number, offset: number): void {
    if (this.collected.has(partition)) this.collected.set(partition, offset);
  }

  /** Up to where states were handed over, by partition: what the watermarks become once those are published. */
  collectedOffsets(): Map<number, number> {
    return new Map(this.collected);
  }

  committedOffset(partition: number): number | undefined {
    return this.committed.get(partition);
  }

  intend(moves: readonly OffsetMove[]): void {
    for (const { partition, to } of moves) this.intended.set(partition, to);
  }

  /** The transaction ended, well or not. */
  settle(moves: readonly OffsetMove[], done: boolean): void {
    for (const { partition, from, to } of moves) {
      this.intended.delete(partition);
      if (done && this.committed.get(partition) === from) this.committed.set(partition, to);
    }
  }

  /**
   * Whether a stored offset is one that this process wrote: otherwise somebody else owns the partition. Units commit while
   * the offset is being read, so an answer below `committed` is only an old one.
   */
  explains(partition: number, stored: number): boolean {
    const committed = this.committed.get(partition);
    return (committed !== undefined && stored <= committed) || stored === this.intended.get(partition);
  }
}
