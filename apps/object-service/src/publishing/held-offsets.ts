import type { OffsetMove } from '#postgres/offsets.js';

/**
 * The offsets of this process's partitions. `committed` is the stored next offset; `intended` is the next offset after the current
 * transaction.
 */
export class HeldOffsets {
  private readonly committed = new Map<number, number>();
  private readonly collected = new Map<number, number>();
  private readonly intended = new Map<number, number>();
  private assigned = 0;

  /** Number of assignments so far. If it has grown, a partition may have had another owner in between. */
  get assignments(): number {
    return this.assigned;
  }

  /** Starts again from the stored offsets; states are collected from the offsets `collectedFrom` on. */
  assign(offsets: ReadonlyMap<number, number>, collectedFrom: ReadonlyMap<number, number>): void {
    this.assigned++;
    this.committed.clear();
    this.collected.clear();
    for (const [partition, offset] of offsets) this.committed.set(partition, offset);
    for (const [partition, offset] of collectedFrom) this.collected.set(partition, offset);
  }

  /** Notes that the state publisher has the states of all commands below `offset`. */
  collect(partition: number, offset: number): void {
    if (this.collected.has(partition)) this.collected.set(partition, offset);
  }

  /** The offsets of `collect` by partition: the watermarks once these states are published. */
  collectedOffsets(): Map<number, number> {
    return new Map(this.collected);
  }

  /** Call it when the state publisher may no longer have all states of a partition, or another process may have published some. */
  forgetCollected(partition: number): void {
    this.collected.delete(partition);
  }

  committedOffset(partition: number): number | undefined {
    return this.committed.get(partition);
  }

  intend(moves: readonly OffsetMove[]): void {
    for (const { partition, to } of moves) this.intended.set(partition, to);
  }

  /** The transaction ended, with or without success. */
  settle(moves: readonly OffsetMove[], done: boolean): void {
    for (const { partition, from, to } of moves) {
      this.intended.delete(partition);
      if (done && this.committed.get(partition) === from) this.committed.set(partition, to);
    }
  }

  /**
   * Whether this process can have written a stored offset; if not, another process owns the partition. Units commit while the offset is
   * being read, so an offset below `committed` is only outdated.
   */
  explains(partition: number, stored: number): boolean {
    const committed = this.committed.get(partition);
    return (committed !== undefined && stored <= committed) || stored === this.intended.get(partition);
  }
}
