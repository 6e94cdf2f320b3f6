import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { KafkaConnection } from '../connection/connection.js';
import { lagGauge } from '../consuming/consumer-metrics.js';
import { damageMetrics } from '../records/damaged-batches.js';
import type { ConsumedRecord } from '../records/record.js';
import { PartitionReader } from './partition-reader.js';

export interface ReplyConsumerOptions {
  kafka: KafkaConnection;
  /** `object.outcomes` with its prefix. */
  topic: string;
  /** The partition on which this gateway listens. */
  partition: number;
  /** Prefix of the name of this gateway's own group, including the topic prefix. */
  groupId: string;
  /** After an error it is called again for each record alone; a record that fails alone is logged and skipped. */
  onRecords: (records: ConsumedRecord[]) => void | Promise<void>;
  logger: Logger;
  /** Registry for the lag metric. */
  metrics: Registry;
  /** Called when the process must end with a non-zero exit code. */
  onFatal: (error: Error) => void;
}

/**
 * A gateway's reader of its outcomes: records written after `start`, from one partition, without rebalances when other gateways start or
 * stop. Damaged outcomes are skipped: a caller that waits for one gets 202, and can look it up.
 */
export class ReplyConsumer {
  private readonly reader: PartitionReader;

  constructor(options: ReplyConsumerOptions) {
    const { topic, partition, metrics } = options;
    damageMetrics(metrics);
    const lag = lagGauge(metrics).labels({ topic, partition });
    this.reader = new PartitionReader({ ...options, from: 'end', passesOverDamage: true, onLag: (records) => lag.set(records) });
  }

  /** Starts in the background, even while the broker is still down. */
  start(): void {
    this.reader.start();
  }

  /** Whether callers can wait for outcomes; before, an outcome could be missed. */
  ready(): boolean {
    return this.reader.ready();
  }

  close(): Promise<void> {
    return this.reader.close();
  }
}
