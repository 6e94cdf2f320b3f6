import type { KafkaConnection } from '../connection/connection.js';
import { topicBounds } from '../topics/partition-bounds.js';
import type { CoalescingProducer } from './coalescing-producer.js';
import { BrokerUnavailableError } from './send-errors.js';

export interface PublishedLogOptions {
  kafka: KafkaConnection;
  /** The topic with its prefix. Each of its partitions has one writer at a time. */
  topic: string;
  producer: Pick<CoalescingProducer, 'connection' | 'acknowledgedEnd'>;
  /** Partitions that were assigned to another writer since `begin`. */
  givenAway: () => Promise<ReadonlySet<number>>;
  /** Present ends of a topic's logs by partition; default: queries the broker. */
  endsOf?: (kafka: KafkaConnection, topic: string) => Promise<ReadonlyMap<number, { high: number }>>;
}

/** Partitions whose log ends before acknowledged records, with its present end. */
export interface LostTail {
  /** The connection on which this was found (`CoalescingProducer.send`). */
  connection: number;
  shorter: ReadonlyMap<number, number>;
  /** Partitions that another process writes now, and that are no longer compared; undefined if unchanged on the same connection. */
  givenAway?: ReadonlySet<number>;
}

/**
 * Recognises that a broker has lost acknowledged records: on each new connection, before further records are sent, it compares the ends of
 * the logs with those after the last acknowledged records. A partition has one writer, which compares first, so a log that has lost records
 * is still shorter at that time.
 */
export class PublishedLog {
  private readonly ends = new Map<number, number>();
  private compared: number | undefined;

  constructor(private readonly options: PublishedLogOptions) {}

  get topic(): string {
    return this.options.topic;
  }

  /** Starts with other partitions. @param ends ends of their logs as stored by a former writer; null if unknown */
  begin(ends: Iterable<readonly [partition: number, end: number | null]>): void {
    const known = new Map(this.ends);
    this.ends.clear();
    // For partitions that this process already had, the known end may be later than the stored one.
    for (const [partition, end] of ends)
      if (end !== null || known.has(partition)) this.ends.set(partition, Math.max(end ?? 0, known.get(partition) ?? 0));
    this.compared = undefined;
  }

  /** End of a partition's log after the last acknowledged record. */
  end(partition: number): number | undefined {
    return this.ends.get(partition);
  }

  /** Call it when records of these partitions were acknowledged, and none before them is missing. */
  acknowledged(partitions: Iterable<number>): void {
    for (const partition of partitions) {
      const end = this.options.producer.acknowledgedEnd(this.options.topic, partition);
      if (end !== undefined) this.ends.set(partition, end);
    }
  }

  /** From now on, the logs of these partitions count as complete if they end here. */
  accept(ends: ReadonlyMap<number, number>): void {
    for (const [partition, end] of ends) this.ends.set(partition, end);
  }

  /** Those of these partitions whose log has all acknowledged records. @throws Error when the broker or the database does not answer */
  async wholeOf(partitions: readonly number[]): Promise<ReadonlySet<number>> {
    const { kafka, topic, givenAway: readGivenAway, endsOf = topicBounds } = this.options;
    const bounds = await endsOf(kafka, topic);
    // Read afterwards: with the records of another writer, a log is long enough although it has lost some.
    const givenAway = await readGivenAway();
    return new Set(
      partitions.filter((partition) => !givenAway.has(partition) && (bounds.get(partition)?.high ?? 0) >= (this.ends.get(partition) ?? 0)),
    );
  }

  /** @throws BrokerUnavailableError or an error of the client; call it again */
  async compare(): Promise<LostTail> {
    const { kafka, topic, producer, givenAway: readGivenAway, endsOf = topicBounds } = this.options;
    const { connection } = producer;
    if (connection === undefined) throw new BrokerUnavailableError('not-sent', 'There is no connection to the broker.');
    const shorter = new Map<number, number>();
    if (connection === this.compared) return { connection, shorter };
    // Read first, since records that another process publishes from now on must not be compared here.
    const givenAway = await readGivenAway();
    for (const partition of givenAway) this.ends.delete(partition);
    const bounds = await endsOf(kafka, topic);
    // The broker may have changed between the two reads.
    if (producer.connection !== connection)
      throw new BrokerUnavailableError('not-sent', 'The connection to the broker is another one meanwhile.');
    for (const [partition, end] of this.ends) {
      const high = bounds.get(partition)?.high ?? 0;
      if (high < end) shorter.set(partition, high);
    }
    if (shorter.size === 0) this.compared = connection;
    return { connection, shorter, givenAway };
  }
}
