import { REVISION_HEADER } from '#contracts/directory/records.js';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import { StateTopicReader } from '#kafka/reading/state-topic-reader.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import type { HealthCheck } from '#telemetry/health.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { DirectoryChange, DirectoryCopy } from './directory-copy.js';

export interface DirectoryFollowerOptions {
  kafka: KafkaConnection;
  topicPrefix: string;
  /** Prefix of this reader's own consumer group. */
  groupId: string;
  copy: DirectoryCopy;
  logger: Logger;
  /** Counts how often the log was replaced by another one. */
  metrics?: Registry;
  onFatal: (error: Error) => void;
}

const FORGET_MS = 60_000;

/**
 * Keeps a copy of `directory.state`: reads it from the beginning and follows it until the process ends, even while the directory service is
 * down.
 */
export class DirectoryFollower {
  private readonly reader: StateTopicReader;
  private forgetting: NodeJS.Timeout | undefined;

  constructor(private readonly options: DirectoryFollowerOptions) {
    const { kafka, topicPrefix, groupId, copy, logger, metrics, onFatal } = options;
    this.reader = new StateTopicReader({
      kafka,
      topicPrefix,
      topic: 'directory.state',
      groupId,
      apply: (record) => copy.apply(changeOf(record)),
      onComplete: () => {
        copy.markComplete();
        logger.info({ known: copy.sizes }, 'The copy of the directory is complete.');
      },
      logger,
      ...(metrics && { metrics }),
      onFatal,
    });
  }

  /**
   * Not ready until the topic has been read once. After that, the copy stays usable however long the broker or the directory service is
   * down.
   */
  get check(): HealthCheck {
    return {
      name: 'directory',
      check: () => {
        if (!this.options.copy.complete) throw new Error('directory.state has not been read to its end yet');
      },
    };
  }

  /** Starts in the background, even if the broker is down. */
  start(): void {
    this.reader.start();
    this.forgetting = setInterval(() => this.options.copy.forgetExpired(Date.now() / 1000), FORGET_MS);
    this.forgetting.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.forgetting);
    await this.reader.close();
  }
}

/** @throws Error for a record that violates the contract; the reader logs it and continues */
export function changeOf({ key, value, headers, offset }: Pick<ConsumedRecord, 'key' | 'value' | 'headers' | 'offset'>): DirectoryChange {
  const revision = Number(headers[REVISION_HEADER]?.toString());
  if (key === null || !Number.isSafeInteger(revision)) throw new Error(`The record at ${offset} has no key or no revision.`);
  return { key: key.toString(), revision, body: value === null ? undefined : JSON.parse(value.toString()) };
}
