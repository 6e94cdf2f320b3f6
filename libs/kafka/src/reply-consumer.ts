import type { Logger } from 'pino';
import type { KafkaConnection } from './connection.js';
import { PartitionReader } from './partition-reader.js';
import type { ConsumedRecord } from './record.js';

export interface ReplyConsumerOptions {
  kafka: KafkaConnection;
  /** `object.outcomes` with its prefix. */
  topic: string;
  /** The partition on which this gateway listens. */
  partition: number;
  /** Begin of the name of this gateway's own group, the prefix included. */
  groupId: string;
  /** After an error each record is given again alone; one that fails alone is logged and passed over. */
  onRecords: (records: ConsumedRecord[]) => void | Promise<void>;
  logger: Logger;
  /** The process must end with a code other than zero. */
  onFatal: (error: Error) => void;
}

/**
 * A gateway's own reader of its outcomes: what is written after `start`, from one partition, with no rebalance when
 * another gateway comes or goes.
 */
export class ReplyConsumer {
  private readonly reader: PartitionReader;

  constructor(options: ReplyConsumerOptions) {
    this.reader = new PartitionReader({ ...options, from: 'end' });
  }

  /** Begins in the background, also when the broker is still away. */
  start(): void {
    this.reader.start();
  }

  /** Only when true a caller may wait for an outcome: before, it could pass unseen. */
  ready(): boolean {
    return this.reader.ready();
  }

  close(): Promise<void> {
    return this.reader.close();
  }
}
