/** A read record. Offsets are numbers (exact below 2^53), in the form in which they are stored (see `ReadingPlace`). */
export interface ConsumedRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  /** Milliseconds since the epoch, as stamped by the producer. */
  readonly timestamp: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Record<string, Buffer | undefined>;
  /** All headers, if the reader decodes only some (`UnitReading.headers`). */
  readonly allHeaders?: Record<string, Buffer | undefined>;
  /** Bytes of key and value; if absent, their lengths. */
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
  /** Next offset after this batch; larger than the last record's offset + 1 if the log has holes. */
  nextOffset: number;
  records: ConsumedRecord[];
}

/** The waiting records of all assigned partitions, which are processed and committed together. */
export interface UnitOfWork {
  batches: PartitionBatch[];
}
