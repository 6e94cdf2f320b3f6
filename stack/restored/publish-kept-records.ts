import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TopicName } from '#contracts/topics.js';
import type { OutgoingRecord } from '#kafka/records/record.js';
import { topicName } from '#kafka/topics/topics.js';
import { consumerOffsets } from '../kept-records/consumer-offsets.js';
import { keptRecords } from '../kept-records/topic-record.js';
import type { AfterRestoreContext } from './after-restore-context.js';
import { keptRecordsFolder } from './restored-record.js';

const BATCH_BYTES = 1024 * 1024;

/**
 * Publishes acknowledged records to the new broker that are missing in the database, in order: commands that were not applied yet, and
 * events that not all services have read. Records that the database has meanwhile read are left out; repetitions are recognised.
 */
export async function publishKeptRecords({ client, installation, restored, send, note, logger }: AfterRestoreContext): Promise<void> {
  const { folder, services } = installation;
  const records = keptRecordsFolder(folder);
  if (!existsSync(records)) return;
  const next = await consumerOffsets(client, services.schemas, services.objectPartitions);
  for (const file of readdirSync(records)) {
    const topic = basename(file, '.ndjson') as TopicName;
    let read = 0;
    let published = 0;
    let batch: OutgoingRecord[] = [];
    let bytes = 0;
    const flush = async () => {
      if (batch.length > 0) await send(batch);
      published += batch.length;
      [batch, bytes] = [[], 0];
      restored.published[topic] = read;
      note();
    };
    for await (const { partition, offset, key, value, headers } of keptRecords(createReadStream(join(records, file)))) {
      if (++read <= (restored.published[topic] ?? 0)) continue;
      if (offset < (next.get(topic)?.get(partition) ?? 0)) continue;
      batch.push({ topic: topicName(services.topicPrefix, topic), partition, key, value, headers });
      bytes += value?.length ?? 0;
      if (bytes > BATCH_BYTES) await flush();
    }
    await flush();
    logger.info({ topic, published }, 'published acknowledged records again that the database does not contain');
  }
}
