import type { ConsumedRecord, UnitOfWork } from '#kafka/records/record.js';
import type { Random } from '../workload/random.js';

export interface ReadLog {
  topic: string;
  /** Its records, by partition. */
  logs: readonly (readonly ConsumedRecord[])[];
  /** Most records of a partition in a unit. */
  unitRecords: number;
}

/** The positions of a process in a log, and the unit in hand, as its consumer has them. */
export class LogReader {
  private positions = new Map<number, number>();
  /** The unit in hand, which is tried again after a failure. */
  private unit: UnitOfWork | undefined;

  constructor(
    private readonly log: ReadLog,
    private readonly random: Random,
  ) {}

  /** @param positions of the assigned partitions */
  async start(positions: () => Promise<ReadonlyMap<number, number>>): Promise<void> {
    this.unit = undefined;
    this.positions = new Map(await positions());
  }

  /** Processes the next records of the assigned partitions. @returns whether there were any */
  async deliver(process: (unit: UnitOfWork) => Promise<void>): Promise<boolean> {
    this.unit ??= this.nextUnit();
    const { unit } = this;
    if (unit === undefined) return false;
    await process(unit);
    for (const { partition, nextOffset } of unit.batches) this.positions.set(partition, nextOffset);
    this.unit = undefined;
    return true;
  }

  /** Whether all records of the assigned partitions were delivered. */
  get isThrough(): boolean {
    return [...this.positions].every(([partition, offset]) => offset >= this.log.logs[partition]!.length);
  }

  private nextUnit(): UnitOfWork | undefined {
    const { topic, logs, unitRecords } = this.log;
    const batches = [...this.positions].flatMap(([partition, firstOffset]) => {
      const records = logs[partition]!.slice(firstOffset, firstOffset + this.random.integer(0, unitRecords));
      if (records.length === 0) return [];
      return [{ topic, partition, firstOffset, nextOffset: firstOffset + records.length, records }];
    });
    return batches.length === 0 ? undefined : { batches };
  }
}
