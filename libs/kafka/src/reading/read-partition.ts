import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { KafkaConnection } from '../connection/connection.js';
import { damageRemedy, stoppedPartitions } from '../records/damaged-batches.js';
import type { ConsumedRecord } from '../records/record.js';
import { partitionBounds } from '../topics/partition-bounds.js';
import { PartitionReader } from './partition-reader.js';

export interface ReadPartitionOptions {
  kafka: KafkaConnection;
  topic: string;
  partition: number;
  /** First offset; default: the oldest available one. */
  from?: number;
  /** Called for each record; a returned promise is awaited before more is fetched. */
  onRecord: (record: ConsumedRecord) => unknown;
  logger: Logger;
  /** Milliseconds without progress after which the read fails. Default 20,000. */
  timeoutMs?: number;
  /** Stops the read. */
  signal?: AbortSignal;
}

/**
 * Reads a partition once, from an offset to its end at the time of the call.
 * @returns the offset after the last record
 * @throws Error if the topic or partition does not exist or the broker does not answer; the signal's reason
 */
export async function readPartition(options: ReadPartitionOptions): Promise<number> {
  const { low, high } = await partitionBounds(options.kafka, options.topic, options.partition);
  const from = Math.max(low, options.from ?? low);
  if (from >= high) return high;
  await readBetween(options, from, high);
  return high;
}

async function readBetween(
  { kafka, topic, partition, onRecord, logger, timeoutMs = 20_000, signal }: ReadPartitionOptions,
  from: number,
  to: number,
): Promise<void> {
  let failure: Error | undefined;
  let progress = performance.now();
  let busy = false;
  const reader = new PartitionReader({
    kafka,
    topic,
    partition,
    from,
    to,
    groupId: `${topic}-read`,
    logger,
    onFatal: (error) => (failure = error),
    onRecords: async (records) => {
      busy = true;
      try {
        for (const record of records) {
          progress = performance.now();
          if (record.offset < to) await onRecord(record);
        }
      } finally {
        busy = false;
      }
    },
  });
  reader.start();
  try {
    while ((reader.nextOffset ?? 0) < to || busy) {
      if (failure) throw failure;
      signal?.throwIfAborted();
      if (performance.now() - progress > timeoutMs)
        throw new Error(
          `Partition ${partition} of ${topic} could not be read further than offset ${reader.nextOffset}.${damageOf(topic, partition)}`,
        );
      await sleep(10);
    }
  } finally {
    await reader.close();
  }
}

function damageOf(topic: string, partition: number): string {
  const damaged = stoppedPartitions().find((each) => each.topic === topic && each.partition === partition);
  return damaged ? ` The records there are damaged on the broker's disk (${damaged.reason}). ${damageRemedy(damaged)}` : '';
}
