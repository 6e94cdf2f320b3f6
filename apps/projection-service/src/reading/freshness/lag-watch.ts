import type { Pool } from 'pg';
import type { KafkaConnection } from '#kafka/connection/connection.js';
import { LogEnds } from '#kafka/topics/log-ends.js';
import { topicName } from '#kafka/topics/topics.js';
import type { Logger } from '#telemetry/logger.js';
import { type Registry, watchedGauge } from '#telemetry/metrics.js';
import { CONSUMER } from '../../storage/consumer.js';
import { LagClock, type Offsets } from './lag-clock.js';

export interface LagWatchOptions {
  kafka: KafkaConnection;
  topicPrefix: string;
  /** The pool that reads use, so that the lag of a replica is included. */
  pool: Pool;
  logger: Logger;
  registry: Registry;
}

const EVERY_MS = 500;

/**
 * Measures twice a second how far reads are behind the log, in all partitions, including those of other instances, so that a read itself
 * needs no query.
 */
export class LagWatch {
  private readonly clock = new LagClock();
  private readonly stopping = new AbortController();
  private readonly log: LogEnds;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;

  constructor(private readonly options: LagWatchOptions) {
    this.log = new LogEnds(options.kafka, topicName(options.topicPrefix, 'object.events'));
    watchedGauge(options.registry, {
      name: 'waymark_read_lag_seconds',
      help: 'Time since the latest moment up to which this replica has everything; -1: not yet known.',
      value: () => this.seconds ?? -1,
    });
  }

  /** The lag; undefined while unknown. */
  get seconds(): number | undefined {
    const lag = this.clock.lag(performance.now());
    return lag === undefined ? undefined : lag / 1000;
  }

  /** Time in milliseconds since the epoch before which every published change is visible; undefined while unknown. */
  get appliedUntil(): number | undefined {
    const { seconds } = this;
    return seconds === undefined ? undefined : Date.now() - seconds * 1000;
  }

  start(): void {
    this.timer = setInterval(() => this.begin(), EVERY_MS);
    this.begin();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    await this.looking;
    await this.log.close();
  }

  private begin(): void {
    if (this.stopping.signal.aborted || this.looking) return;
    this.looking = this.look().finally(() => (this.looking = undefined));
  }

  private async look(): Promise<void> {
    try {
      const at = performance.now();
      const ends = await this.log.ends();
      const { rows } = await this.options.pool.query<{ partition: number; next_offset: number }>({
        name: 'applied',
        text: 'select partition, next_offset - log_shift as next_offset from partition_offset where consumer = $1',
        values: [CONSUMER],
      });
      const applied = new Map(rows.map((row) => [row.partition, row.next_offset]));
      this.clock.look(at, await this.reachable(ends, applied), applied);
    } catch (error) {
      // In the meantime the reported lag grows, which is correct.
      this.options.logger.debug({ err: error }, 'The lag of reads behind the log could not be determined.');
    }
  }

  /** The ends of the logs that still have records; in a log whose records have all expired, nothing can be missing. */
  private async reachable(ends: Offsets, applied: Offsets): Promise<Offsets> {
    if ([...ends].every(([partition, end]) => (applied.get(partition) ?? 0) >= end)) return ends;
    const starts = await this.log.starts();
    return new Map([...ends].map(([partition, end]) => [partition, (starts.get(partition) ?? 0) >= end ? 0 : end]));
  }
}
