import type { ConsumedRecord, PartitionBatch, UnitOfWork } from '../records/record.js';

export interface UnitBounds {
  maxUnitRecords: number;
  maxUnitBytes: number;
}

/** A quarter of a full unit is enough to stop waiting for more. */
const SUBSTANTIAL = 4;

/** Fetched records that are not in a unit yet, by partition, in offset order. */
export class UnitBuffer {
  private readonly partitions = new Map<number, PartitionBatch[]>();
  private recordCount = 0;
  private byteCount = 0;
  private addedSinceTaken = false;
  private waiters: (() => void)[] = [];

  constructor(private readonly bounds: UnitBounds) {}

  /** Resolves when the next unit is taken, everything is dropped, or the current unit is done. */
  change(): Promise<void> {
    return new Promise((resolve) => this.waiters.push(resolve));
  }

  release(): void {
    for (const resolve of this.waiters.splice(0)) resolve();
  }

  get records(): number {
    return this.recordCount;
  }

  /** Whether there are batches, including those without records, which only move the offset. */
  get hasBatches(): boolean {
    return this.partitions.size > 0;
  }

  /** Whether something was added since the last unit was taken. */
  get isReplenished(): boolean {
    return this.addedSinceTaken;
  }

  /** Whether a full unit waits, so that fetching more would only fill the memory. */
  get isFull(): boolean {
    return this.recordCount >= this.bounds.maxUnitRecords || this.byteCount >= this.bounds.maxUnitBytes;
  }

  /** Whether enough records wait for an efficient unit, so that waiting for more is not worth it. */
  get isSubstantial(): boolean {
    return this.recordCount * SUBSTANTIAL >= this.bounds.maxUnitRecords || this.byteCount * SUBSTANTIAL >= this.bounds.maxUnitBytes;
  }

  add(batch: PartitionBatch): void {
    this.addedSinceTaken = true;
    const waiting = this.partitions.get(batch.partition);
    if (waiting) waiting.push(batch);
    else this.partitions.set(batch.partition, [batch]);
    this.recordCount += batch.records.length;
    for (const record of batch.records) this.byteCount += sizeOf(record);
  }

  clear(): void {
    this.partitions.clear();
    this.recordCount = 0;
    this.byteCount = 0;
    this.addedSinceTaken = false;
    this.release();
  }

  /** The waiting records of all partitions, within the limits of a unit; at least one record. */
  take(): UnitOfWork | undefined {
    const batches: PartitionBatch[] = [];
    const room = { records: this.bounds.maxUnitRecords, bytes: this.bounds.maxUnitBytes, first: true };
    for (const [partition, waiting] of [...this.partitions]) {
      const taken = this.takeOf(waiting, room);
      if (taken) batches.push(taken);
      // Moved to the end, so that a busy partition does not starve the others.
      this.partitions.delete(partition);
      if (waiting.length > 0) this.partitions.set(partition, waiting);
      if (room.records <= 0 || room.bytes <= 0) break;
    }
    this.addedSinceTaken = false;
    this.release();
    return batches.length === 0 ? undefined : { batches };
  }

  private takeOf(waiting: PartitionBatch[], room: { records: number; bytes: number; first: boolean }): PartitionBatch | undefined {
    let unit: PartitionBatch | undefined;
    while (waiting.length > 0) {
      const head = waiting[0]!;
      const count = this.countThatFits(head.records, room);
      if (count === 0 && head.records.length > 0) break;
      const whole = count === head.records.length;
      const nextOffset = whole ? head.nextOffset : head.records[count]!.offset;
      const records = whole ? head.records : head.records.slice(0, count);
      if (unit) unit = { ...unit, nextOffset, records: unit.records.concat(records) };
      else unit = { ...head, nextOffset, records };
      if (!whole) {
        waiting[0] = { ...head, firstOffset: nextOffset, records: head.records.slice(count) };
        break;
      }
      waiting.shift();
    }
    return unit;
  }

  private countThatFits(records: readonly ConsumedRecord[], room: { records: number; bytes: number; first: boolean }): number {
    let count = 0;
    for (const record of records) {
      const bytes = sizeOf(record);
      if (!room.first && (room.records < 1 || room.bytes < bytes)) break;
      room.first = false;
      room.records -= 1;
      room.bytes -= bytes;
      this.recordCount -= 1;
      this.byteCount -= bytes;
      count++;
    }
    return count;
  }
}

function sizeOf(record: ConsumedRecord): number {
  return record.bytes ?? (record.key?.length ?? 0) + (record.value?.length ?? 0);
}
