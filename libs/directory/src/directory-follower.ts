import { setTimeout as sleep } from 'node:timers/promises';
import { REVISION_HEADER } from '#contracts/directory/records.js';
import type { KafkaConnection } from '#kafka/connection.js';
import { partitionBounds } from '#kafka/partition-bounds.js';
import { PartitionReader } from '#kafka/partition-reader.js';
import type { ConsumedRecord } from '#kafka/record.js';
import { topicName } from '#kafka/topics.js';
import type { HealthCheck } from '#telemetry/health.js';
import type { Logger } from '#telemetry/logger.js';
import type { DirectoryChange, DirectoryCopy } from './directory-copy.js';

export interface DirectoryFollowerOptions {
  kafka: KafkaConnection;
  topicPrefix: string;
  /** Begin of the name of this reader's own group. */
  groupId: string;
  copy: DirectoryCopy;
  logger: Logger;
  onFatal: (error: Error) => void;
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2000;
const POLL_MS = 5;
const FORGET_MS = 60_000;

/** Keeps a copy as `directory.state` says: from its beginning, then for as long as the process lives. The directory itself may be away. */
export class DirectoryFollower {
  private readonly reader: PartitionReader;
  private readonly stopping = new AbortController();
  private forgetting: NodeJS.Timeout | undefined;

  constructor(private readonly options: DirectoryFollowerOptions) {
    const { kafka, topicPrefix, groupId, copy, logger, onFatal } = options;
    this.reader = new PartitionReader({
      kafka,
      topic: topicName(topicPrefix, 'directory.state'),
      partition: 0,
      groupId,
      from: 0,
      onRecords: (records) => {
        for (const record of records) copy.apply(changeOf(record));
      },
      logger,
      onFatal,
    });
  }

  /** Not ready until everything was read once; later the copy serves on, however long the broker or the directory is away. */
  get check(): HealthCheck {
    return {
      name: 'directory',
      check: () => {
        if (!this.options.copy.complete) throw new Error('directory.state was not read to its end yet');
      },
    };
  }

  /** Begins in the background, also when the broker is still away. */
  start(): void {
    this.reader.start();
    void this.awaitEnd();
    this.forgetting = setInterval(() => this.options.copy.forgetExpired(Date.now() / 1000), FORGET_MS);
    this.forgetting.unref();
  }

  private async awaitEnd(): Promise<void> {
    const { kafka, topicPrefix, logger, copy } = this.options;
    for (let wait = FIRST_RETRY_MS; !this.stopping.signal.aborted; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
      try {
        const { high: end } = await partitionBounds(kafka, topicName(topicPrefix, 'directory.state'), 0);
        while ((this.reader.nextOffset ?? 0) < end) await sleep(POLL_MS, undefined, { signal: this.stopping.signal });
        copy.markComplete();
        return logger.info({ known: copy.sizes }, 'The copy of the directory is complete.');
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        logger.warn({ error: String(error), retryInMs: wait }, 'directory.state can not be read yet.');
        await sleep(wait, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }

  async close(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.forgetting);
    await this.reader.close();
  }
}

/** @throws Error for a record that is not as the contract says; the reader logs it and goes on */
export function changeOf({ key, value, headers, offset }: Pick<ConsumedRecord, 'key' | 'value' | 'headers' | 'offset'>): DirectoryChange {
  const revision = Number(headers[REVISION_HEADER]?.toString());
  if (key === null || !Number.isSafeInteger(revision)) throw new Error(`The record at ${offset} has no key or no revision.`);
  return { key: key.toString(), revision, body: value === null ? undefined : JSON.parse(value.toString()) };
}
