import type { ConsumedRecord, PartitionBatch, UnitOfWork } from '../records/record.js';

export interface UnitBounds {
  maxUnitRecords: number;
  maxUnitBytes: number;
}

/** The part of a whole unit from which on nobody waits for more. */
const SUBSTANTIAL = 4;

/** Fetched records that are not in the current unit, by partition, in offset order. */
export class UnitBuffer {
  private readonly partitions = new Map<number, PartitionBatch[]>();
  private recordCount = 0;
  private byteCount = 0;
  private addedSinceTaken = false;
  private waiters: (() => void)[] = [];

  constructor(private readonly bounds: UnitBounds) {}

  /** Resolves when a unit is taken next, all is dropped, or the current unit is done. */
  change(): Promise<void> {
    return new Promise((resolve) => this.waiters.push(resolve));
  }

  release(): void {
    for (const resolve of this.waiters.splice(0)) resolve();
  }

  get records(): number {
    return this.recordCount;
  }

  /** Also true for a batch without records, which only moves the offset. */
  get hasBatches(): boolean {
    return this.partitions.size > 0;
  }

  /** Whether something was added since a unit was taken last. */
  get isReplenished(): boolean {
    return this.addedSinceTaken;
  }

  /** Whether a whole unit waits: fetching more would only fill the memory. */
  get isFull(): boolean {
    return this.recordCount >= this.bounds.maxUnitRecords || this.byteCount >= this.bounds.maxUnitBytes;
  }

  /** Whether enough waits that a unit of it is cheap: waiting for more would cost more than it saves. */
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

  /** Everything that waits, of all partitions, as far as the bounds allow; at least one record. */
  take(): UnitOfWork | undefined {
    const batches: PartitionBatch[] = [];
    const room = { records: this.bounds.maxUnitRecords, bytes: this.bounds.maxUnitBytes, first: true };
    for (const [partition, waiting] of [...this.partitions]) {
      const taken = this.takeOf(waiting, room);
      if (taken) batches.push(taken);
      // Taken up again at the end of the round, so that no partition starves behind a busy one.
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
