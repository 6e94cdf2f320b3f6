/** A place in the log of a partition, and what the record before it is recognised by (`recordMark`). */
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

/** Where a consumer stores how far it has read, together with its results. */
export interface PlaceKeeper {
  /** A partition that was never read begins at 0. */
  read(partitions: readonly number[]): Promise<ReadonlyMap<number, ReadingPlace>>;
  /**
   * Continues from an earlier place in the log. The stored offset grows by one, so nobody who read on from the former place can commit.
   * @param from the stored offset, as it was read
   * @throws OwnershipLostError when it is another one meanwhile
   */
  goBack(partition: number, from: number, to: LogMark): Promise<void>;
  /** Notes that these partitions were read further once than is stored. */
  noteOlder(partitions: readonly number[]): Promise<void>;
  /** Remembers the stored places as marks, and thins out older marks: the older, the fewer. */
  mark(partitions: readonly number[]): Promise<void>;
}
