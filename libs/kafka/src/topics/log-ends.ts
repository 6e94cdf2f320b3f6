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

  async close(): Promise<void> {
    const { admin } = this;
    this.admin = undefined;
    await admin?.disconnect().catch(() => undefined);
  }

  private async bounds(fromBeginning: boolean): Promise<Map<number, number>> {
    try {
      this.admin ??= this.kafka.admin({ metadataMaxAge: METADATA_MAX_AGE_MS });
      await this.admin.connect();
      const bounds = await this.admin.fetchTopicBound(this.topic, { fromBeginning });
      return new Map(bounds.map(({ partition, offset }) => [partition, Number(offset)]));
    } catch (error) {
      await this.close();
      throw error;
    }
  }
}
