import { setTimeout as sleep } from 'node:timers/promises';
import { AREA_REVISION_HEADER, type AreaRecord } from '#contracts/areas/area-record.js';
import type { KafkaConnection } from '#kafka/connection.js';
import { partitionBounds } from '#kafka/partition-bounds.js';
import { PartitionReader } from '#kafka/partition-reader.js';
import type { ConsumedRecord } from '#kafka/record.js';
import { topicName } from '#kafka/topics.js';
import type { HealthCheck } from '#telemetry/health.js';
import type { Logger } from '#telemetry/logger.js';
import type { AreaChange, AreaCopy } from './area-copy.js';

export interface AreaFollowerOptions {
  kafka: KafkaConnection;
  topicPrefix: string;
  /** Begin of the name of this reader's own group. */
  groupId: string;
  copy: AreaCopy;
  logger: Logger;
  onFatal: (error: Error) => void;
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2000;
const POLL_MS = 5;

/** Keeps a copy of all areas as `area.state` says: from its beginning, then for as long as the process lives. */
export class AreaFollower {
  private readonly reader: PartitionReader;
  private readonly stopping = new AbortController();

  constructor(private readonly options: AreaFollowerOptions) {
    const { kafka, topicPrefix, groupId, copy, logger, onFatal } = options;
    this.reader = new PartitionReader({
      kafka,
      topic: topicName(topicPrefix, 'area.state'),
      partition: 0,
      groupId,
      from: 0,
      onRecords: (records) => {
        for (const record of records) copy.apply(areaChangeOf(record));
      },
      logger,
      onFatal,
    });
  }

  /** Not ready until everything was read once; later the copy serves on, however long the broker is away. */
  get check(): HealthCheck {
    return {
      name: 'areas',
      check: () => {
        if (!this.options.copy.complete) throw new Error('area.state was not read to its end yet');
      },
    };
  }

  /** Begins in the background, also when the broker is still away. */
  start(): void {
    this.reader.start();
    void this.awaitEnd();
  }

  private async awaitEnd(): Promise<void> {
    const { kafka, topicPrefix, logger, copy } = this.options;
    for (let wait = FIRST_RETRY_MS; !this.stopping.signal.aborted; wait = Math.min(wait * 2, LAST_RETRY_MS)) {
      try {
        const { high: end } = await partitionBounds(kafka, topicName(topicPrefix, 'area.state'), 0);
        while ((this.reader.nextOffset ?? 0) < end) await sleep(POLL_MS, undefined, { signal: this.stopping.signal });
        copy.markComplete();
        return logger.info({ areas: copy.size }, 'The copy of the areas is complete.');
      } catch (error) {
        if (this.stopping.signal.aborted) return;
        logger.warn({ error: String(error), retryInMs: wait }, 'area.state can not be read yet.');
        await sleep(wait, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.reader.close();
  }
}

/** @throws Error for a record that is not as the contract says; the reader logs it and goes on */
export function areaChangeOf({ key, value, headers, offset }: Pick<ConsumedRecord, 'key' | 'value' | 'headers' | 'offset'>): AreaChange {
  const revision = Number(headers[AREA_REVISION_HEADER]?.toString());
  const workspace = headers.ce_workspace?.toString();
  if (key === null || workspace === undefined || !Number.isSafeInteger(revision)) throw new Error(`The record at ${offset} has no key, no workspace or no revision.`);
  return { areaId: key.toString(), workspace, revision, area: value === null ? undefined : (JSON.parse(value.toString()) as AreaRecord) };
}
