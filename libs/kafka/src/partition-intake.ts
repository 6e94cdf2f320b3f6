import type { Batch } from 'kafkajs';
import { judgeBatch } from './batch-position.js';
import { consumedRecord } from './consumed-records.js';
import type { PartitionBatch } from './record.js';
import { headerName, type HeaderName } from './record-headers.js';

/** What is to be done with a fetched batch. */
export type Intake = { batch: PartitionBatch } | { seek: number } | { halt: string } | { ignore: true };

/** Out of range looks like a seek that did not take; after as many tries it is believed. */
const MAX_SEEKS = 3;

/** Knows which offset of each partition comes next, and takes only what continues it. */
export class PartitionIntake {
  private readonly headers: readonly HeaderName[] | undefined;
  private readonly positions = new Map<number, number>();
  private readonly seeks = new Map<number, number>();
  /** Partitions whose log lost records. */
  readonly halted = new Set<number>();
  /** Whether the offsets of the present assignment are known. */
  positioned = false;

  constructor(
    private readonly topic: string,
    private readonly compacted: boolean,
    /** Names of the headers that are kept. Default: all. */
    headers?: readonly string[],
  ) {
    this.headers = headers?.map(headerName);
  }

  begin(offsets: ReadonlyMap<number, number>): void {
    this.clear();
    for (const [partition, offset] of offsets) this.positions.set(partition, offset);
    this.positioned = true;
  }

  clear(): void {
    this.positions.clear();
    this.seeks.clear();
    this.halted.clear();
    this.positioned = false;
  }

  /** Offset that comes next, as far as was taken in. */
  next(partition: number): number | undefined {
    return this.positions.get(partition);
  }

  take(batch: Batch): Intake {
    const { partition } = batch;
    const position = this.positions.get(partition);
    if (position === undefined || this.halted.has(partition)) return { ignore: true };
    const nextOffset = Number(batch.lastOffset()) + 1;
    const fetchedOffset = Number((batch as Batch & { fetchedOffset: string }).fetchedOffset);
    const firstOffset = Number(batch.firstOffset() ?? nextOffset);
    const verdict = judgeBatch({ fetchedOffset, firstOffset, nextOffset }, position, this.compacted);
    if (verdict === 'hole') return this.halt(partition, `offset ${position} comes next, but the log goes on at ${firstOffset}.`);
    if (verdict === 'elsewhere') return this.seekBack(partition, position, fetchedOffset);
    this.seeks.delete(partition);
    this.positions.set(partition, nextOffset);
    const records = batch.messages.map((message) => consumedRecord(this.topic, partition, message, this.headers)).filter(({ offset }) => offset >= position);
    // Begins where the last batch ended, so that offsets can be compared and set without a gap.
    return { batch: { topic: this.topic, partition, firstOffset: position, nextOffset, records } };
  }

  /** A stretch without records for anyone; undefined when it does not continue the partition. */
  skip(partition: number, firstOffset: number, nextOffset: number): PartitionBatch | undefined {
    const position = this.positions.get(partition);
    if (position === undefined || firstOffset > position || nextOffset <= position) return undefined;
    this.positions.set(partition, nextOffset);
    return { topic: this.topic, partition, firstOffset: position, nextOffset, records: [] };
  }

  private seekBack(partition: number, position: number, fetchedOffset: number): Intake {
    const seeks = (this.seeks.get(partition) ?? 0) + 1;
    this.seeks.set(partition, seeks);
    if (seeks <= MAX_SEEKS) return { seek: position };
    if (this.compacted && fetchedOffset > position) return this.jumpOnCompacted(partition, fetchedOffset);
    return this.halt(partition, `offset ${position} comes next, but the log ${fetchedOffset > position ? 'begins' : 'ends before it; it begins'} at ${fetchedOffset}.`);
  }

  /** A compacted log may have lost its beginning. */
  private jumpOnCompacted(partition: number, fetchedOffset: number): Intake {
    this.positions.set(partition, fetchedOffset);
    return { seek: fetchedOffset };
  }

  private halt(partition: number, reason: string): Intake {
    this.halted.add(partition);
    return { halt: reason };
  }
}
