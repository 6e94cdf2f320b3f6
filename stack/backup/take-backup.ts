import { existsSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TopicName } from '#contracts/topics.js';
import { createKafka, type KafkaConnection } from '#kafka/connection/connection.js';
import { productVersion } from '#settings/product-version.js';
import { createLogger } from '#telemetry/logger.js';
import { BackupError } from '../backup-file/backup-error.js';
import { publishBackupFile, writeBackupFile } from '../backup-file/backup-file.js';
import type { BackupKey } from '../backup-file/backup-key.js';
import { type BackedUpInstallation, type BackupSummary, ENTRY, type PartitionPositions, RECORDS } from '../backup-file/contents.js';
import type { BackupEntry } from '../backup-file/entries.js';
import { consumerOffsets, type NextOffsets } from '../kept-records/consumer-offsets.js';
import type { StackInstallation } from '../supervision/installation.js';
import { BaseBackup } from './base-backup.js';
import { checkBackup, type CheckedBackup } from './check-backup.js';
import { allBounds, clusterId, type TopicBounds } from './topic-positions.js';
import { recordsOf, unappliedRanges } from './topic-records.js';

export interface BackupOptions {
  installation: StackInstallation;
  /** A new file, or an existing folder. */
  target: string;
  key: BackupKey;
  /** Most MiB of the database that are read per second. */
  mibPerSecond: number;
  onStep(text: string): void;
}

export interface TakenBackup extends CheckedBackup {
  file: string;
  bytes: number;
  seconds: number;
}

const SAMPLE_MS = 1000;

/** Offsets of consumers, and a position in the WAL after them. */
interface Sample {
  lsn: bigint;
  offsets: NextOffsets;
}

function lsnOf(text: string): bigint {
  const [high, low] = text.split('/') as [string, string];
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** The file to write; in a folder, one named after the time. @throws BackupError if it exists */
function fileOf(target: string): string {
  const isFolder = existsSync(target) && statSync(target).isDirectory();
  const file = isFolder ? join(target, `waymark-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`) : target;
  if (existsSync(file)) throw new BackupError(`${file} exists. A backup is never overwritten: name another file, or the folder.`);
  return file;
}

/**
 * Writes a backup of a running installation and reads it again. It gets its name once it is verified.
 * @throws BackupError with the obstacle; the file is then removed
 */
export async function takeBackup({ installation, target, key, mibPerSecond, onStep }: BackupOptions): Promise<TakenBackup> {
  const startedAt = performance.now();
  const file = fileOf(target);
  const draft = `${file}.part`;
  const backup = new RunningBackup(installation, mibPerSecond, onStep);
  try {
    const bytes = await writeBackupFile(draft, key, backup.entries());
    onStep('Reading it again, and comparing checksums …');
    const checked = await checkBackup(draft, key);
    await publishBackupFile(draft, file);
    return { ...checked, file, bytes, seconds: (performance.now() - startedAt) / 1000 };
  } catch (error) {
    // Only our own draft: that of another backup, which may be running, must stay.
    if (backup.begun) await rm(draft, { force: true });
    throw error;
  } finally {
    await backup.close();
  }
}

class RunningBackup {
  private readonly client: pg.Client;
  private readonly kafka: KafkaConnection;
  private readonly logger = createLogger({ service: 'backup', instance: String(process.pid), level: 'silent' });
  private readonly samples: Sample[] = [];
  /** Whether the file is being written. */
  begun = false;

  constructor(
    private readonly installation: StackInstallation,
    private readonly mibPerSecond: number,
    private readonly onStep: (text: string) => void,
  ) {
    const { services } = installation;
    this.client = new pg.Client({
      connectionString: services.databaseUrl,
      application_name: 'waymark backup',
      connectionTimeoutMillis: 10_000,
    });
    this.client.on('error', () => undefined);
    this.kafka = createKafka({ brokers: [...services.brokers], clientId: 'backup', logger: this.logger }).derive({ retries: 1 });
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }

  async *entries(): AsyncGenerator<BackupEntry> {
    this.begun = true;
    const { services, secrets } = this.installation;
    await this.connect();
    const atBegin = await this.bounds();
    yield json(ENTRY.installation, await this.facts());
    yield json(ENTRY.secrets, secrets);

    const base = new BaseBackup({ connectionString: services.databaseUrl, kibPerSecond: mibToKib(this.mibPerSecond) });
    const sampling = new AbortController();
    const sampled = this.sample(sampling.signal);
    let databaseBytes = 0;
    const onStep = this.onStep;
    try {
      onStep('Copying the database …');
      for await (const { name, data } of base.parts()) {
        const isBase = name === ENTRY.base;
        const counted = (async function* () {
          for await (const piece of data) {
            if (isBase) databaseBytes += piece.length;
            yield piece;
          }
        })();
        yield { name, data: counted };
      }
    } finally {
      sampling.abort();
      await sampled;
    }
    const { rows } = await this.client.query<{ now: Date }>('select clock_timestamp() as now');

    onStep('Copying what the topics have and the database has not …');
    const atEnd = await this.bounds();
    const end = lsnOf(base.facts!.endLsn);
    // Offsets that were read before the end of the base backup are in it, and so are the effects of the records before them.
    const sample = this.samples.findLast(({ lsn }) => lsn <= end)!;
    let records = 0;
    const ranges = unappliedRanges(sample.offsets, atEnd);
    for (const [topic, own] of Map.groupBy(ranges, (range) => range.topic)) {
      records += own.reduce((sum, { from, to }) => sum + to - from, 0);
      yield { name: RECORDS + topic, data: recordsOf(this.kafka, services.topicPrefix, own, this.logger) };
    }
    yield json(ENTRY.summary, {
      stateAt: rows[0]!.now.toISOString(),
      ...base.facts!,
      databaseBytes,
      broker: { clusterId: await clusterId(this.kafka), atBegin: positions(atBegin), atEnd: positions(atEnd) },
      records,
    } satisfies BackupSummary);
  }

  private async connect(): Promise<void> {
    try {
      await this.client.connect();
    } catch (error) {
      throw new BackupError(
        `The database of ${this.installation.folder.root} does not answer: ` +
          `${(error as Error).message || (error as { code?: string }).code}. Start Waymark: a backup is made ` +
          'while it runs.',
        { cause: error },
      );
    }
    this.samples.push(await this.takeSample());
  }

  private async bounds(): Promise<TopicBounds> {
    const { topicPrefix, brokers } = this.installation.services;
    try {
      return await allBounds(this.kafka, topicPrefix);
    } catch (error) {
      throw new BackupError(
        `The broker at ${brokers.join(', ')} does not answer: ${(error as Error).message}. Start Waymark: a backup is made while it runs.`,
        { cause: error },
      );
    }
  }

  private async facts(): Promise<BackedUpInstallation> {
    const { services } = this.installation;
    const { rows } = await this.client.query<{ number: string; version: string; id: string; now: Date }>(
      "select current_setting('server_version_num') as number, current_setting('server_version') as " +
        'version, system_identifier::text as id, clock_timestamp() as now from pg_control_system()',
    );
    const { number, version, id, now } = rows[0]!;
    return {
      waymark: productVersion(),
      postgres: Math.floor(Number(number) / 10_000),
      postgresVersion: version,
      arch: process.arch,
      systemIdentifier: id,
      objectPartitions: services.objectPartitions,
      replyPartitions: services.replyPartitions,
      schemas: services.schemas,
      begunAt: now.toISOString(),
    };
  }

  /** Takes samples while the database is copied. The later the last usable one, the fewer records have to be copied in addition. */
  private async sample(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(SAMPLE_MS, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted)
        await this.takeSample().then(
          (sample) => this.samples.push(sample),
          () => undefined,
        );
    }
  }

  private async takeSample(): Promise<Sample> {
    const { schemas, objectPartitions } = this.installation.services;
    const offsets = await consumerOffsets(this.client, schemas, objectPartitions);
    const { rows } = await this.client.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
    return { lsn: lsnOf(rows[0]!.lsn), offsets };
  }
}

const mibToKib = (mib: number) => Math.round(mib * 1024);

function json(name: string, content: unknown): BackupEntry {
  return {
    name,
    data: (async function* () {
      yield Buffer.from(JSON.stringify(content));
    })(),
  };
}

function positions(bounds: TopicBounds): Partial<Record<TopicName, PartitionPositions[]>> {
  return Object.fromEntries(
    [...bounds].map(([topic, partitions]) => [
      topic,
      [...partitions].map(([partition, { low, high }]) => ({ partition, begin: low, end: high })),
    ]),
  );
}
