import type { LogMark, PlaceKeeper, ReadingPlace } from '#kafka/consuming/log-places.js';
import { moveOf } from '#kafka/records/record-mark.js';
import type { UnitOfWork } from '#kafka/records/record.js';
import { OwnershipLostError, type UnitProcessor } from '#kafka/units/unit-processor.js';

/** Offsets with compare-and-set, and all committed records: the role of a service's database, for one test. */
export class Ledger implements UnitProcessor, PlaceKeeper {
  readonly offsets = new Map<number, number>();
  readonly shifts = new Map<number, number>();
  readonly records = new Map<number, number | null>();
  readonly marks = new Map<number, LogMark[]>();
  readonly values: string[] = [];
  readonly units: UnitOfWork[] = [];
  assignments: (readonly number[])[] = [];
  onProcess: (unit: UnitOfWork) => Promise<void> = async () => undefined;
  processing = 0;

  async assigned(partitions: readonly number[]): Promise<Map<number, number>> {
    this.assignments.push(partitions);
    return new Map(partitions.map((partition) => [partition, this.offsets.get(partition) ?? 0]));
  }

  async process(unit: UnitOfWork): Promise<void> {
    if (this.processing > 0) throw new Error('two units at a time');
    this.processing++;
    try {
      await this.onProcess(unit);
      for (const { partition, firstOffset } of unit.batches) {
        if ((this.offsets.get(partition) ?? 0) !== firstOffset)
          throw new OwnershipLostError(`partition ${partition} is not at ${firstOffset}`);
      }
      for (const batch of unit.batches) {
        const { partition, to, record } = moveOf(batch);
        this.offsets.set(partition, to);
        this.records.set(partition, record);
        this.values.push(...batch.records.map(({ value }) => String(value)));
      }
      this.units.push(unit);
    } finally {
      this.processing--;
    }
  }

  async read(partitions: readonly number[]): Promise<Map<number, ReadingPlace>> {
    return new Map(partitions.map((partition) => [partition, this.place(partition)]));
  }

  async noteOlder(): Promise<void> {}

  async goBack(partition: number, from: number, { offset, record }: LogMark): Promise<void> {
    const { next, marks } = this.place(partition);
    if (next !== from) throw new OwnershipLostError(`partition ${partition} is not at ${from}`);
    this.offsets.set(partition, next + 1);
    this.shifts.set(partition, next + 1 - offset);
    this.records.set(partition, record);
    this.marks.set(
      partition,
      marks.filter((mark) => mark.offset <= offset),
    );
  }

  async mark(partitions: readonly number[]): Promise<void> {
    for (const partition of partitions) {
      const { next, shift, record, marks } = this.place(partition);
      if (record !== null) this.marks.set(partition, [{ offset: next - shift, record }, ...marks]);
    }
  }

  private place(partition: number): ReadingPlace {
    return {
      next: this.offsets.get(partition) ?? 0,
      shift: this.shifts.get(partition) ?? 0,
      record: this.records.get(partition) ?? null,
      marks: this.marks.get(partition) ?? [],
    };
  }
}
