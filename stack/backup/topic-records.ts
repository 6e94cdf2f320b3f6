import type { TopicName } from '#contracts/topics.js';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import { readPartition } from '#kafka/reading/read-partition.js';
import { topicName } from '#kafka/topics/topics.js';
import type { Logger } from '#telemetry/logger.js';
import type { NextOffsets } from '../kept-records/consumer-offsets.js';
import { recordLine } from '../kept-records/topic-record.js';
import { LineQueue } from './line-queue.js';
import type { TopicBounds } from './topic-positions.js';

const TIMEOUT_MS = 5 * 60_000;

/** Topics that are backed up completely, since no table has offsets for them. */
const WHOLE_TOPICS: readonly TopicName[] = ['object.commands.dead-letter', 'object.events.dead-letter'];

export interface RecordRange {
  topic: TopicName;
  partition: number;
  from: number;
  /** Offset after the last record. */
  to: number;
}

/** Ranges of acknowledged records that are not applied in the database by all consumers. */
export function unappliedRanges(next: NextOffsets, bounds: TopicBounds): RecordRange[] {
  return [...bounds].flatMap(([topic, partitions]) =>
    [...partitions].flatMap(([partition, { low, high }]) => {
      const begin = WHOLE_TOPICS.includes(topic) ? low : next.get(topic)?.get(partition);
      const from = begin === undefined ? high : Math.max(low, begin);
      return from < high ? [{ topic, partition, from, to: high }] : [];
    }),
  );
}

/** The records in these ranges of a topic as lines, with interleaved partitions. @throws Error when the broker does not answer */
export async function* recordsOf(
  kafka: KafkaConnection,
  prefix: string,
  ranges: readonly RecordRange[],
  logger: Logger,
): AsyncGenerator<Buffer> {
  const queue = new LineQueue();
  const ended = new AbortController();
  const reads = ranges.map(({ topic, partition, from, to }) =>
    readPartition({
      kafka,
      topic: topicName(prefix, topic),
      partition,
      from,
      logger,
      // Long, since a partition is not read while others are written.
      timeoutMs: TIMEOUT_MS,
      signal: ended.signal,
      onRecord: (record) => (record.offset < to ? queue.put(recordLine(record)) : undefined),
    }),
  );
  try {
    yield* queue.drain(Promise.all(reads).then(() => undefined));
  } finally {
    ended.abort();
    await Promise.allSettled(reads);
  }
}
