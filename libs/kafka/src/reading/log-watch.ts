import type { Logger } from 'pino';
import type { KafkaConnection } from '../connection/connection.js';
import { LogEnds } from '../topics/log-ends.js';
import { PartitionReader } from './partition-reader.js';

export interface LogWatchOptions {
  kafka: KafkaConnection;
  /** The topic with its prefix; it has one partition. */
  topic: string;
  logger: Logger;
  /** Called at the start and whenever the log may have become another one; often several times in a row. */
  onChance: () => void;
}

const AGAIN_MS = 10_000;
const LENGTH_EVERY_MS = 5_000;

/**
 * Reports when the log of a topic may have lost records or become another one: after each lost connection, once the broker answers again,
 * and when the log is shorter than before or another one. It reads and discards new records to keep a connection open: a writer that has
 * no records to send has no connection, and would not notice that the broker was replaced.
 */
export class LogWatch {
  private reader: PartitionReader | undefined;
  private again: NodeJS.Timeout | undefined;
  private lengths: NodeJS.Timeout | undefined;
  private looking = false;
  private closed = false;
  private readonly log: LogEnds;

  constructor(private readonly options: LogWatchOptions) {
    this.log = new LogEnds(options.kafka, options.topic);
  }

  /** Starts in the background, even while the broker is still down. */
  start(): void {
    if (this.closed) return;
    const { kafka, topic, logger, onChance } = this.options;
    let ended = false;
    const reader = new PartitionReader({
      kafka,
      topic,
      partition: 0,
      groupId: `${topic}-watch`,
      from: 'end',
      passesOverDamage: true,
      onRecords: () => undefined,
      onPositioned: onChance,
      logger,
      onFatal: (error) => {
        if (ended) return;
        ended = true;
        logger.warn({ err: error, topic, againInMs: AGAIN_MS }, 'The log cannot be watched at the moment.');
        void reader.close();
        this.again = setTimeout(() => this.start(), AGAIN_MS).unref();
      },
    });
    this.reader = reader;
    reader.start();
    this.lengths ??= setInterval(() => void this.lookAtLength(), LENGTH_EVERY_MS).unref();
  }

  /** Checks the length, for a log that is deleted and created again without a broken connection: a reader only notices it by a record. */
  private async lookAtLength(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    const { topic, logger, onChance } = this.options;
    const read = this.reader?.nextOffset ?? 0;
    try {
      const end = (await this.log.ends()).get(0);
      if (end !== undefined && end < read) onChance();
    } catch (error) {
      logger.debug({ error: String(error), topic }, 'the end of the log is not known');
    } finally {
      this.looking = false;
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.again);
    clearInterval(this.lengths);
    await Promise.all([this.reader?.close(), this.log.close()]);
  }
}
