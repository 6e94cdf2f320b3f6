import type { TopicName } from '#contracts/topics.js';
import type { KafkaConnection } from '#kafka/connection.js';
import { readPartition } from '#kafka/read-partition.js';
import { topicName } from '#kafka/topics.js';
import type { Logger } from '#telemetry/logger.js';
import { recordLine } from '../kept-records/topic-record.js';
import type { NextOffsets } from '../kept-records/consumer-offsets.js';
import type { TopicBounds } from './topic-positions.js';

/** Lines that wait to be written before the broker is held back. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

/** Nobody's tables say how far these are read: all of them. */
const WHOLE_TOPICS: readonly TopicName[] = ['object.commands.dead-letter', 'object.events.dead-letter'];

export interface RecordRange {
  topic: TopicName;
  partition: number;
  from: number;
  /** Offset after the last one. */
  to: number;
}

/** What the broker has that the database does not have yet: acknowledged, and applied by none or not by all who read it. */
export function unappliedRanges(next: NextOffsets, bounds: TopicBounds): RecordRange[] {
  return [...bounds].flatMap(([topic, partitions]) =>
    [...partitions].flatMap(([partition, { low, high }]) => {
      const begin = WHOLE_TOPICS.includes(topic) ? low : next.get(topic)?.get(partition);
      const from = begin === undefined ? high : Math.max(low, begin);
      return from < high ? [{ topic, partition, from, to: high }] : [];
    }),
  );
}

/** Lines of a queue that is bounded on both sides. */
class LineQueue {
  private lines: Buffer[] = [];
  private bytes = 0;
  private wakeReader: (() => void) | undefined;
  private wakeWriter: (() => void) | undefined;

  async put(line: Buffer): Promise<void> {
    this.lines.push(line);
    this.bytes += line.length;
    this.wakeReader?.();
    while (this.bytes > MAX_WAITING_BYTES) await new Promise<void>((resolve) => (this.wakeWriter = resolve));
  }

  /** Until `ended` settles. */
  async *drain(ended: Promise<void>): AsyncGenerator<Buffer> {
    let over = false;
    const end = () => {
      over = true;
      this.wakeReader?.();
    };
    ended.then(end, end);
    for (;;) {
      const taken = this.lines;
      [this.lines, this.bytes] = [[], 0];
      this.wakeWriter?.();
      if (taken.length > 0) yield Buffer.concat(taken);
      else if (over) return await ended;
      else await new Promise<void>((resolve) => (this.wakeReader = resolve));
    }
  }
}

/** The records of these ranges of one topic as lines, its partitions beside each other. @throws Error when the broker does not answer */
export async function* recordsOf(kafka: KafkaConnection, prefix: string, ranges: readonly RecordRange[], logger: Logger): AsyncGenerator<Buffer> {
  const queue = new LineQueue();
  const reads = ranges.map(({ topic, partition, from, to }) =>
    readPartition({
      kafka,
      topic: topicName(prefix, topic),
      partition,
      from,
      logger,
      onRecord: (record) => (record.offset < to ? queue.put(recordLine(record)) : undefined),
    }),
  );
  yield* queue.drain(Promise.all(reads).then(() => undefined));
}
