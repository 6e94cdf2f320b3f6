import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { BrokerUnavailableError } from '#kafka/producing/send-errors.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import type { Surroundings } from './fake-pool.js';
import type { SendFault } from './faults.js';

/** A record in a log. */
export interface StoredRecord {
  partition: number;
  offset: number;
  key: string | null;
  value: Buffer | null;
  headers: Record<string, string>;
  /** Simulated time of the append. */
  storedAt: number;
}

/** Topics with partitions; records are only appended. */
export class FakeBroker {
  private readonly logs = new Map<string, StoredRecord[][]>();
  /** Number of restarts; each one drops all connections. */
  restarts = 0;

  append(record: OutgoingRecord, now: number): number {
    const log = this.log(record.topic, record.partition);
    const headers = Object.fromEntries(Object.entries(record.headers ?? {}).map(([name, value]) => [name, String(value)]));
    const value = typeof record.value === 'string' ? Buffer.from(record.value) : record.value;
    log.push({ partition: record.partition, offset: log.length, key: record.key?.toString() ?? null, value, headers, storedAt: now });
    return log.length - 1;
  }

  log(topic: string, partition: number): StoredRecord[] {
    let partitions = this.logs.get(topic);
    if (!partitions) this.logs.set(topic, (partitions = []));
    return (partitions[partition] ??= []);
  }

  /** A power cut: each of these partitions loses what was not on disk yet. */
  lose(topics: readonly string[], lostSince: () => number): void {
    this.restarts++;
    for (const topic of topics) {
      for (const log of this.logs.get(topic) ?? []) {
        const since = lostSince();
        const kept = log?.findIndex(({ storedAt }) => storedAt > since) ?? -1;
        if (kept >= 0) log.splice(kept);
      }
    }
  }

  /** Everything on a topic, partition by partition. */
  records(topic: string): StoredRecord[] {
    return (this.logs.get(topic) ?? []).flat();
  }
}

const MAX_TRIP_MS = 4;
/** The longest time until a send settles. */
const SEND_TIMEOUT_MS = 5000;
/** Well within the 15 s after which states with an unknown outcome are published once more. */
const MAX_LATE_MS = 8000;
/** Requests of a dead process arrive before its partitions get another owner. */
const LAST_WORDS_MS = 20;

/** Replaces CoalescingProducer: one request in flight, sends in order; after a failure the next one continues. */
export class FakeProducer {
  private readonly waiting: {
    records: readonly OutgoingRecord[];
    only: number | undefined;
    resolve: () => void;
    reject: (error: Error) => void;
  }[] = [];
  private readonly ends = new Map<string, number>();
  private sending = false;

  constructor(
    private readonly around: Surroundings,
    private readonly broker: FakeBroker,
  ) {}

  get asProducer(): CoalescingProducer {
    return this as unknown as CoalescingProducer;
  }

  get connection(): number {
    return this.broker.restarts;
  }

  acknowledgedEnd(topic: string, partition: number): number | undefined {
    return this.ends.get(`${topic}/${partition}`);
  }

  /** Replaces topicBounds. */
  logEnds(topic: string, partitions: number): Promise<Map<number, { high: number }>> {
    const { life, time, random } = this.around;
    return new Promise((resolve) => {
      life.send(() =>
        time.after(random.next() * MAX_TRIP_MS, () => {
          const ends = new Map(
            Array.from({ length: partitions }, (_, partition) => [partition, { high: this.broker.log(topic, partition).length }]),
          );
          time.after(random.next() * MAX_TRIP_MS, () => life.pass(() => resolve(ends)));
        }),
      );
    });
  }

  send(records: readonly OutgoingRecord[], connection?: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ records, only: connection, resolve, reject });
      this.next();
    });
  }

  private next(): void {
    if (this.sending) return;
    const request = this.waiting.shift();
    if (!request) return;
    const { connection } = this;
    if (request.only !== undefined && request.only !== connection) {
      request.reject(new BrokerUnavailableError('not-sent', 'simulated: another connection'));
      return this.next();
    }
    this.sending = true;
    const { life, time, random, faults } = this.around;
    life.send(() => {
      const fault = faults.forSend();
      const begun = time.now;
      time.after(random.next() * MAX_TRIP_MS, () => {
        const stored = this.store(request.records, connection, fault);
        time.after(this.answerAfter(fault), () =>
          life.pass(() => {
            this.sending = false;
            // A process that was stopped for long sometimes sees the timeout before the answer.
            if (stored) for (const [place, end] of stored) this.ends.set(place, end);
            if (stored && this.connection === connection && (time.now - begun < SEND_TIMEOUT_MS || random.chance(0.5))) request.resolve();
            else request.reject(new BrokerUnavailableError('unknown', `simulated: ${fault ?? 'stopped'}`));
            this.next();
          }),
        );
      });
    });
  }

  private answerAfter(fault: SendFault | undefined): number {
    const { random } = this.around;
    if (fault === 'ack-late') return random.integer(500, SEND_TIMEOUT_MS - 100);
    return fault === undefined || fault === 'refused' ? random.next() * MAX_TRIP_MS : random.integer(50, SEND_TIMEOUT_MS);
  }

  /** @returns the ends of the logs after the records, once they are acknowledged */
  private store(records: readonly OutgoingRecord[], connection: number, fault: SendFault | undefined): Map<string, number> | undefined {
    const { time, random } = this.around;
    const append = (some: readonly OutgoingRecord[]): Map<string, number> | undefined => {
      // A request to a broker that has crashed never arrives.
      if (this.connection !== connection) return undefined;
      return new Map(some.map((record) => [`${record.topic}/${record.partition}`, this.broker.append(record, time.now) + 1]));
    };
    if (fault === 'refused') return undefined;
    if (fault === 'stored-in-part') {
      const lucky = new Set(records.map(({ topic, partition }) => `${topic}/${partition}`).filter(() => random.chance(0.5)));
      append(records.filter(({ topic, partition }) => lucky.has(`${topic}/${partition}`)));
      return undefined;
    }
    if (fault === 'stored-late') {
      // Even if the process has died meanwhile, because the request may have been sent already.
      time.after(random.integer(LAST_WORDS_MS, MAX_LATE_MS), () => append(records));
      return undefined;
    }
    const ends = append(records);
    return fault === 'ack-lost' ? undefined : ends;
  }
}
