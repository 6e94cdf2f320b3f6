import type { KafkaConnection } from '../connection/connection.js';
import { topicBounds } from '../topics/partition-bounds.js';
import type { CoalescingProducer } from './coalescing-producer.js';
import { BrokerUnavailableError } from './send-errors.js';

export interface PublishedLogOptions {
  kafka: KafkaConnection;
  /** With its prefix. Each of its partitions has one writer at a time. */
  topic: string;
  producer: Pick<CoalescingProducer, 'connection' | 'acknowledgedEnd'>;
  /** Partitions that were given to another writer since `begin`. */
  givenAway: () => Promise<ReadonlySet<number>>;
  /** Where the logs of a topic end now, by partition; as the broker says when not given. */
  endsOf?: (kafka: KafkaConnection, topic: string) => Promise<ReadonlyMap<number, { high: number }>>;
}

/** Partitions whose log ends before what the broker acknowledged, and where it ends now. */
export interface LostTail {
  /** The connection that this was found on (`CoalescingProducer.send`). */
  connection: number;
  shorter: ReadonlyMap<number, number>;
  /** Partitions that another process writes now, and that are not compared any more; undefined: as before, on the same connection. */
  givenAway?: ReadonlySet<number>;
}

/**
 * Recognises that a broker has lost records that it acknowledged: after each new connection, and before further records
 * are sent, it compares the ends of the logs with those when the broker acknowledged the last record. A partition has one
 * writer, which compares first, so a log that has lost records is still shorter then.
 */
export class PublishedLog {
  private readonly ends = new Map<number, number>();
  private compared: number | undefined;

  constructor(private readonly options: PublishedLogOptions) {}

  get topic(): string {
    return this.options.topic;
  }

  /** Other partitions: begins with where their logs ended as a former writer has noted it; null: not known. */
  begin(ends: Iterable<readonly [partition: number, end: number | null]>): void {
    const known = new Map(this.ends);
    this.ends.clear();
    // Of partitions that are kept, more may be known here than was noted.
    for (const [partition, end] of ends) if (end !== null) this.ends.set(partition, Math.max(end, known.get(partition) ?? 0));
    this.compared = undefined;
  }

  /** Where the log of a partition ended with the last acknowledged record. */
  end(partition: number): number | undefined {
    return this.ends.get(partition);
  }

  /** Records of these partitions were acknowledged, and nothing that is before them is missing. */
  acknowledged(partitions: Iterable<number>): void {
    for (const partition of partitions) {
      const end = this.options.producer.acknowledgedEnd(this.options.topic, partition);
      if (end !== undefined) this.ends.set(partition, end);
    }
  }

  /** From now on the logs of these partitions are whole when they end here. */
  accept(ends: ReadonlyMap<number, number>): void {
    for (const [partition, end] of ends) this.ends.set(partition, end);
  }

  /** Those of these partitions whose log has everything now that was acknowledged. @throws Error when the broker does not answer */
  async wholeOf(partitions: readonly number[]): Promise<ReadonlySet<number>> {
    const { kafka, topic, endsOf = topicBounds } = this.options;
    const bounds = await endsOf(kafka, topic);
    return new Set(partitions.filter((partition) => (bounds.get(partition)?.high ?? 0) >= (this.ends.get(partition) ?? 0)));
  }

  /** @throws BrokerUnavailableError, or an error of the client: to be tried again */
  async compare(): Promise<LostTail> {
    const { kafka, topic, producer, givenAway: readGivenAway, endsOf = topicBounds } = this.options;
    const { connection } = producer;
    if (connection === undefined) throw new BrokerUnavailableError('not-sent', 'There is no connection to the broker.');
    const shorter = new Map<number, number>();
    if (connection === this.compared) return { connection, shorter };
    // First: what another process publishes from now on is not for this one to compare.
    const givenAway = await readGivenAway();
    for (const partition of givenAway) this.ends.delete(partition);
    const bounds = await endsOf(kafka, topic);
    // Between the two the broker may have been another one.
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
