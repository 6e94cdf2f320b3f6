/** A position in the log of a partition, with the checksum of the record before it (`recordMark`). */
export interface LogMark {
  /** Offset in the log that comes next. */
  offset: number;
  /** Null: not known. */
  record: number | null;
}

/**
 * How far a partition was read. Stored offsets never go back, because cursors, watermarks and compare-and-set rely on that: where a log
 * was read again from an earlier place, they are larger than the offsets in the log by `shift`.
 */
export interface ReadingPlace {
  /** Stored offset that comes next: its offset in the log and `shift`. */
  next: number;
  shift: number;
  /** Of the record before it. */
  record: number | null;
  /** Earlier places, the newest first. */
  marks: readonly LogMark[];
}

/** Stores the offsets of a consumer together with its results. */
export interface PlaceKeeper {
  /** A partition that was never read starts at 0. */
  read(partitions: readonly number[]): Promise<ReadonlyMap<number, ReadingPlace>>;
  /**
   * Continues from an earlier place in the log. The stored offset grows by one, so nobody who read on from the former place can commit.
   * @param from the stored offset, as it was read
   * @throws OwnershipLostError when it is another one meanwhile
   */
  goBack(partition: number, from: number, to: LogMark): Promise<void>;
  /** Records that these partitions were once read further than the stored offsets. */
  noteOlder(partitions: readonly number[]): Promise<void>;
  /** Stores the current positions as marks, and thins out older marks. */
  mark(partitions: readonly number[]): Promise<void>;
}
