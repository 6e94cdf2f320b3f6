import type { Admin } from '#kafka-client';
import type { KafkaConnection } from '../connection/connection.js';

/** How long the leaders of partitions are remembered: a request to a former leader fails, and the next one asks for them again. */
const METADATA_MAX_AGE_MS = 300_000;

/**
 * Asks again and again how far the logs of a topic reach: over a connection that is kept, with one request per broker and question.
 * `topicBounds` connects each time, and asks for metadata and for both bounds.
 */
export class LogEnds {
  private admin: Admin | undefined;
  private closed = false;

  constructor(
    private readonly kafka: KafkaConnection,
    /** With its prefix. */
    private readonly topic: string,
  ) {}

  /** The offset of the next record by partition. @throws Error when the broker does not answer; the next call connects again */
  ends(): Promise<Map<number, number>> {
    return this.bounds(false);
  }

  /** The first available offset by partition. @throws Error as above */
  starts(): Promise<Map<number, number>> {
    return this.bounds(true);
  }

  /** A question that is still open closes its connection when it ends. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.admin) await this.drop(this.admin);
  }

  private async bounds(fromBeginning: boolean): Promise<Map<number, number>> {
    const admin = (this.admin ??= this.kafka.admin({ metadataMaxAge: METADATA_MAX_AGE_MS }));
    let answered = false;
    try {
      await admin.connect();
      const bounds = await admin.fetchTopicBound(this.topic, { fromBeginning });
      answered = true;
      return new Map(bounds.map(({ partition, offset }) => [partition, Number(offset)]));
    } finally {
      if (!answered || this.closed) await this.drop(admin);
    }
  }

  private async drop(admin: Admin): Promise<void> {
    if (this.admin === admin) this.admin = undefined;
    await admin.disconnect().catch(() => undefined);
  }
}
