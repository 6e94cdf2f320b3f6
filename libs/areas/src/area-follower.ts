import { AREA_REVISION_HEADER, type AreaRecord } from '#contracts/areas/area-record.js';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import { StateTopicReader } from '#kafka/reading/state-topic-reader.js';
import type { ConsumedRecord } from '#kafka/records/record.js';
import type { HealthCheck } from '#telemetry/health.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { AreaChange, AreaCopy } from './area-copy.js';

export interface AreaFollowerOptions {
  kafka: KafkaConnection;
  topicPrefix: string;
  /** Prefix of this reader's own consumer group. */
  groupId: string;
  copy: AreaCopy;
  logger: Logger;
  /** Counts how often the log was replaced by another one. */
  metrics?: Registry;
  onFatal: (error: Error) => void;
}

/** Keeps a copy of all areas from `area.state`: reads it from the beginning and follows it until the process ends. */
export class AreaFollower {
  private readonly reader: StateTopicReader;

  constructor(private readonly options: AreaFollowerOptions) {
    const { kafka, topicPrefix, groupId, copy, logger, metrics, onFatal } = options;
    this.reader = new StateTopicReader({
      kafka,
      topicPrefix,
      topic: 'area.state',
      groupId,
      apply: (record) => copy.apply(areaChangeOf(record)),
      onComplete: () => {
        copy.markComplete();
        logger.info({ areas: copy.size }, 'The copy of the areas is complete.');
      },
      logger,
      ...(metrics && { metrics }),
      onFatal,
    });
  }

  /** Not ready until the topic has been read once. After that, the copy stays usable however long the broker is down. */
  get check(): HealthCheck {
    return {
      name: 'areas',
      check: () => {
        if (!this.options.copy.complete) throw new Error('area.state has not been read to its end yet');
      },
    };
  }

  /** Starts in the background, even if the broker is down. */
  start(): void {
    this.reader.start();
  }

  close(): Promise<void> {
    return this.reader.close();
  }
}

/** @throws Error for a record that violates the contract; the reader logs it and continues */
export function areaChangeOf({ key, value, headers, offset }: Pick<ConsumedRecord, 'key' | 'value' | 'headers' | 'offset'>): AreaChange {
  const revision = Number(headers[AREA_REVISION_HEADER]?.toString());
  const workspace = headers.ce_workspace?.toString();
  if (key === null || workspace === undefined || !Number.isSafeInteger(revision))
    throw new Error(`The record at ${offset} has no key, no workspace or no revision.`);
  return { areaId: key.toString(), workspace, revision, area: value === null ? undefined : (JSON.parse(value.toString()) as AreaRecord) };
}
