/** A record as it was read; offsets are numbers (exact below 2^53), as they are stored (see `ReadingPlace`). */
export interface ConsumedRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  /** Milliseconds since the epoch, as stamped by the producer. */
  readonly timestamp: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Record<string, Buffer | undefined>;
  /** Of key and value; left out: as they say. */
  readonly bytes?: number;
}

/** A record to be written; the partition is always given (see `partitionOf`). */
export interface OutgoingRecord {
  topic: string;
  partition: number;
  key: string | Buffer | null;
  value: string | Buffer | null;
  headers?: Record<string, string | Buffer>;
}

/** The waiting records of one partition, in offset order. */
export interface PartitionBatch {
  topic: string;
  partition: number;
  firstOffset: number;
  /** Where to continue after this batch; larger than the last record's offset + 1 when the log has holes. */
  nextOffset: number;
  records: ConsumedRecord[];
}

/** The waiting records of all assigned partitions: processed and committed as one. */
export interface UnitOfWork {
  batches: PartitionBatch[];
}
