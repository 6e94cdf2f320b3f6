import type { Producer, RecordMetadata, TopicMessages } from '#kafka-client';
import type { KafkaConnection } from '../connection/connection.js';

const RETIRE_MS = 2000;

/**
 * An idempotent producer with its own sockets that is discarded after its first failed send: after a failure its sequence number goes back,
 * and another send of the same size would be taken for a repetition (reliability, section 1, rules 1–3).
 */
export class ProducerLane {
  private readonly client: KafkaConnection;
  private readonly producer: Producer;
  /** Upper bound of the sequence number of any partition. */
  sent = 0;

  /** @param onLost called when a connection to any broker is lost, even if nothing was being sent on it */
  constructor(kafka: KafkaConnection, settleMs: number, onLost: () => void) {
    // Two attempts must fit into the time limit of a send.
    this.client = kafka.derive({ requestTimeout: Math.floor(settleMs * 0.45), connectionTimeout: 1000, retries: 1, maxRetryTime: 200 });
    this.producer = this.client.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      retry: { retries: 1, initialRetryTime: 50, maxRetryTime: 200 },
      createPartitioner:
        () =>
        ({ message }) =>
          message.partition!,
    });
    this.client.onConnectionLost(onLost);
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }

  /**
   * @throws Error, also if a partition is missing in the answer: the client asks no broker twice in one send, so records for a broker that
   *   becomes their leader after it has answered are dropped, although the send resolves
   */
  async send(topicMessages: TopicMessages[], records: number): Promise<RecordMetadata[]> {
    this.sent += records;
    const acknowledged = await this.producer.sendBatch({ acks: -1, topicMessages });
    for (const { topic, messages } of topicMessages) {
      const partitions = new Set(acknowledged.filter(({ topicName }) => topicName === topic).map(({ partition }) => partition));
      const missing = messages.find(({ partition }) => !partitions.has(partition!));
      if (missing) throw new Error(`The answer lacks partition ${missing.partition} of ${topic}: its leader has changed.`);
    }
    return acknowledged;
  }

  /** Discards the producer; its sockets are closed at most two seconds later. */
  async retire(): Promise<void> {
    const timer = setTimeout(() => this.client.destroySockets(), RETIRE_MS);
    try {
      await this.producer.disconnect();
    } catch {
      // Errors are ignored, since the producer is discarded because it no longer works.
    } finally {
      clearTimeout(timer);
      this.client.destroySockets();
    }
  }
}
