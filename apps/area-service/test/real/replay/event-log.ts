import { BrokerUnavailableError } from '#kafka/producing/send-errors.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import type { Life } from '#testing/failing-processes/life.js';
import type { Random } from '#testing/workload/random.js';

/** The logs of `area.events` in a broker that loses what it has not written to its disk when the power fails. */
export class EventLog {
  private readonly logs: { record: OutgoingRecord; storedAt: number }[][];
  /** Each restart drops all connections. */
  restarts = 0;

  constructor(partitions: number) {
    this.logs = Array.from({ length: partitions }, () => []);
  }

  append(record: OutgoingRecord): number {
    return this.logs[record.partition]!.push({ record, storedAt: performance.now() });
  }

  ends(): Map<number, { high: number }> {
    return new Map(this.logs.map((log, partition) => [partition, { high: log.length }]));
  }

  /** A power failure. @param since time after which nothing of a log has reached the disk, by performance.now() */
  lose(since: () => number): void {
    this.restarts++;
    for (const log of this.logs) {
      const time = since();
      const first = log.findIndex(({ storedAt }) => storedAt > time);
      if (first >= 0) log.splice(first);
    }
  }

  get records(): OutgoingRecord[] {
    return this.logs.flatMap((log) => log.map(({ record }) => record));
  }
}

/** Longest time after which a request that was given up is still stored. */
const MAX_LATE_MS = 30;

/** The producer of a process, which sends one request at a time. */
export class EventProducer {
  private readonly acknowledged = new Map<number, number>();

  constructor(
    private readonly log: EventLog,
    private readonly life: Life,
    private readonly random: Random,
    private readonly lateRate: number,
  ) {}

  get connection(): number {
    return this.log.restarts;
  }

  acknowledgedEnd(_topic: string, partition: number): number | undefined {
    return this.acknowledged.get(partition);
  }

  endsOf(): Promise<Map<number, { high: number }>> {
    return this.life.step(() => Promise.resolve(this.log.ends()), unanswered);
  }

  async send(records: readonly OutgoingRecord[], connection: number): Promise<void> {
    const isLate = this.random.chance(this.lateRate);
    const ends = await this.life.step(async () => {
      if (connection !== this.connection) throw new BrokerUnavailableError('not-sent', 'simulated: another connection');
      if (!isLate) return this.append(records);
      setTimeout(() => connection === this.connection && this.append(records), this.random.integer(1, MAX_LATE_MS));
      throw new BrokerUnavailableError('unknown', 'simulated: late');
    }, unanswered);
    if (connection !== this.connection) throw unanswered();
    for (const [partition, end] of ends) this.acknowledged.set(partition, end);
  }

  private append(records: readonly OutgoingRecord[]): Map<number, number> {
    return new Map(records.map((record) => [record.partition, this.log.append(record)]));
  }
}

const unanswered = (): BrokerUnavailableError => new BrokerUnavailableError('unknown', 'simulated: no answer');
