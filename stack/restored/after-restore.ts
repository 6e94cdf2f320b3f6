import { createReadStream, existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';
import type { TopicName } from '#contracts/topics.js';
import { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { createKafka } from '#kafka/connection.js';
import type { OutgoingRecord } from '#kafka/record.js';
import { topicName } from '#kafka/topics.js';
import type { Logger } from '#telemetry/logger.js';
import type { DataFolder } from '../data-folder.js';
import { keptRecords } from '../kept-records/topic-record.js';
import { consumerOffsets } from '../kept-records/consumer-offsets.js';
import type { Installation } from '../services/service-environment.js';
import { keptRecordsFolder, readRestoredRecord, type RestoredRecord, writeRestoredRecord } from './restored-record.js';

/** Where it lies, and how its services are run. */
export interface RestoredInstallation {
  folder: DataFolder;
  services: Installation;
}

/** What a step has to work with: database and broker run, and no service does. */
export interface AfterRestoreContext {
  /** The superuser's connection to the restored database. */
  client: pg.Client;
  installation: RestoredInstallation;
  restored: RestoredRecord;
  send(records: readonly OutgoingRecord[]): Promise<void>;
  /** Makes what was changed in `restored` durable. */
  note(): void;
  logger: Logger;
}

interface AfterRestoreStep {
  name: string;
  run(context: AfterRestoreContext): Promise<void>;
}

/**
 * In this order, each once; one that fails ends the start, and is tried again by the next one. The tables are as the version that made the backup left them:
 * migrations come later, with the services.
 */
const STEPS: readonly AfterRestoreStep[] = [{ name: 'records', run: publishKeptRecords }];

const MAX_QUEUED_BYTES = 64 * 1024 * 1024;
const BATCH_BYTES = 1024 * 1024;

/** Whether there is something to be done before services may start. @throws Error when the settings do not fit what was restored */
export function isFirstStartAfterRestore({ folder, services }: RestoredInstallation): boolean {
  const restored = readRestoredRecord(folder);
  if (restored === undefined || restored.finishedAt !== undefined) return false;
  const wanted = { WAYMARK_OBJECT_PARTITIONS: [restored.objectPartitions, services.objectPartitions], WAYMARK_REPLY_PARTITIONS: [restored.replyPartitions, services.replyPartitions] } as const;
  const wrong = Object.entries(wanted).filter(([, [had, has]]) => had !== has);
  if (wrong.length > 0) throw new Error(`The restored installation has other partitions than the settings say. Start it by: ${wrong.map(([name, [had]]) => `${name}=${had}`).join(' ')} npm start`);
  return true;
}

/**
 * What a restored installation needs once, when its database and its broker run and before its services do.
 * @throws Error what is in the way; the next start goes on where this one ended
 */
export async function afterRestore(installation: RestoredInstallation, logger: Logger): Promise<void> {
  const { folder, services } = installation;
  const restored = readRestoredRecord(folder)!;
  const note = () => writeRestoredRecord(folder, restored);
  const client = new pg.Client({ connectionString: services.databaseUrl, application_name: 'waymark after a restore', connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  const producer = new CoalescingProducer({ kafka: createKafka({ brokers: [...services.brokers], clientId: 'after-restore', logger }), maxQueuedBytes: MAX_QUEUED_BYTES, logger });
  try {
    await Promise.all([client.connect(), producer.connect()]);
    await checkDatabase(client, restored, folder.restored);
    for (const { name, run } of STEPS) {
      if (restored.stepsDone.includes(name)) continue;
      await run({ client, installation, restored, send: (records) => producer.send(records), note, logger });
      restored.stepsDone.push(name);
      note();
    }
  } finally {
    await Promise.allSettled([client.end(), producer.close()]);
  }
  restored.finishedAt = new Date().toISOString();
  note();
  rmSync(keptRecordsFolder(folder), { recursive: true, force: true });
}

async function checkDatabase(client: pg.Client, { systemIdentifier }: RestoredRecord, restoredFolder: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()');
  if (rows[0]!.id !== systemIdentifier) throw new Error(`The database is not the one that was restored: a restore was interrupted. Restore again with --replace, or remove ${restoredFolder} to go on with the database that is there.`);
}

/**
 * The broker is a new one. What was acknowledged before and is not in the database is published again, in its order: commands that were not applied yet, and events that
 * not every service has read. What the database has read meanwhile is left out; what comes twice all the same is recognised.
 */
async function publishKeptRecords({ client, installation, restored, send, note, logger }: AfterRestoreContext): Promise<void> {
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
    logger.info({ topic, published }, 'published again what was acknowledged and not in the database');
  }
}
