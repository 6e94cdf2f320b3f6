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
  /** After an error each record is given again alone; one that fails alone is logged and passed over. */
  onRecords: (records: ConsumedRecord[]) => void | Promise<void>;
  logger: Logger;
  /** Shows how far behind the end of the log the outcomes are. */
  metrics: Registry;
  /** The process must end with a code other than zero. */
  onFatal: (error: Error) => void;
}

/**
 * A gateway's own reader of its outcomes: records written after `start`, from one partition, with no rebalance when
 * another gateway comes or goes. Damaged outcomes are skipped: a caller that waits for one is answered 202, and looks it up.
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

  /** Callers may wait for outcomes only when this is true; before, an outcome could be missed. */
  ready(): boolean {
    return this.reader.ready();
  }

  close(): Promise<void> {
    return this.reader.close();
  }
}
