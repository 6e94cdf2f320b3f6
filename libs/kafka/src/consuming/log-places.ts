/** A position in the log of a partition, with the checksum of the record before it (`recordMark`). */
export interface LogMark {
  /** Next offset in the log. */
  offset: number;
  /** Null if unknown. */
  record: number | null;
}

/**
 * How far a partition was read. Stored offsets never go back, since cursors, watermarks and compare-and-set rely on that: after a log was
 * read again from an earlier position, they are larger than the offsets in the log by `shift`.
 */
export interface ReadingPlace {
  /** Next stored offset: the offset in the log plus `shift`. */
  next: number;
  shift: number;
  /** Checksum of the record before it. */
  record: number | null;
  /** Earlier positions, newest first. */
  marks: readonly LogMark[];
}

/** Stores the offsets of a consumer together with its results. */
export interface PlaceKeeper {
  /** The stored places; a partition that was never read starts at 0. */
  read(partitions: readonly number[]): Promise<ReadonlyMap<number, ReadingPlace>>;
  /**
   * Continues from an earlier position in the log. The stored offset still grows, so that no process that continued from the former
   * position can commit.
   * @param from the stored offset that was read
   * @throws OwnershipLostError if the stored offset has changed in the meantime
   */
  goBack(partition: number, from: number, to: LogMark): Promise<void>;
  /** Stores that these partitions were once read further than the stored offsets. */
  noteOlder(partitions: readonly number[]): Promise<void>;
  /** Stores the present positions as marks, and prunes older marks. */
  mark(partitions: readonly number[]): Promise<void>;
}
