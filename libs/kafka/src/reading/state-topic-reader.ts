import { setTimeout as sleep } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import type { TopicName } from '#contracts/topics.js';
import type { Logger } from '#telemetry/logger.js';
import type { KafkaConnection } from '../connection/connection.js';
import type { ConsumedRecord } from '../records/record.js';
import { partitionBounds } from '../topics/partition-bounds.js';
import { topicName } from '../topics/topics.js';
import { PartitionReader } from './partition-reader.js';

export interface StateTopicReaderOptions {
  kafka: KafkaConnection;
  topicPrefix: string;
  /** A compacted topic with one partition. */
  topic: TopicName;
  /** Prefix of the name of this reader's own group. */
  groupId: string;
  /** Called for each record; errors are logged, and the reader continues. */
  apply: (record: ConsumedRecord) => void;
  /** Called once, when all records that were on the topic at the start have been read. */
  onComplete: () => void;
  logger: Logger;
  /** Registry for the counter of logs that turned out to be another one. */
  metrics?: Registry;
  onFatal: (error: Error) => void;
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2000;
const POLL_MS = 5;
/** These topics rarely change, and every service follows some. A fetch is answered with the first record in any case. */
const IDLE_FETCH_MS = 4_000;

/** Reads a topic of states from its beginning, reports when it has reached the end, and follows it as long as the process runs. */
export class StateTopicReader {
  private readonly reader: PartitionReader;
  private readonly topic: string;
  private readonly stopping = new AbortController();

  constructor(private readonly options: StateTopicReaderOptions) {
    const { kafka, topicPrefix, topic, groupId, apply, logger, metrics, onFatal } = options;
    this.topic = topicName(topicPrefix, topic);
    this.reader = new PartitionReader({
      kafka,
      topic: this.topic,
      partition: 0,
      groupId,
      from: 0,
      onRecords: (records) => {
        for (const record of records) apply(record);
      },
      idleFetchMs: IDLE_FETCH_MS,
      logger,
      ...(metrics && { metrics }),
      onFatal,
    });
  }

  /** Starts in the background, even while the broker is still down. */
  start(): void {
    this.reader.start();
    void this.awaitEnd();
  }

  private async awaitEnd(): Promise<void> {
    const { kafka, topic, logger, onComplete } = this.options;
    for (let wait = FIRST_RETRY_MS; !this.stopping.signal.aborted; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
      try {
        const { high: end } = await partitionBounds(kafka, this.topic, 0);
        while ((this.reader.nextOffset ?? 0) < end) await sleep(POLL_MS, undefined, { signal: this.stopping.signal });
        return onComplete();
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        logger.warn({ error: String(error), retryInMs: wait }, `${topic} cannot be read yet.`);
        await sleep(wait, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.reader.close();
  }
}
