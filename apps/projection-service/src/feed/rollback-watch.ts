import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from '#telemetry/logger.js';
import { CONSUMER } from '../storage/consumer.js';
import type { FeedEpochs } from './feed-epochs.js';

export interface RollbackWatchOptions {
  /** A pool that never leads to a replica. */
  pool: Pool;
  /** Number of partitions of object.events, which are followed by those of area.events. */
  objectPartitions: number;
  /** Ends of the logs of a topic by partition. */
  endsOf: (topic: 'object.events' | 'area.events') => Promise<ReadonlyMap<number, { high: number }>>;
  epochs: Pick<FeedEpochs, 'expireCursors'>;
  logger: Logger;
  /** Milliseconds between the two looks at the log. */
  confirmMs?: number;
}

/** Where the projection continues in a partition. */
interface Place {
  partition: number;
  next_offset: number;
  log_shift: number;
}

/**
 * After a change of its leader, a log may seem to end earlier than it does until its copies have fetched (half a second), so the end is
 * read a second time. Not later, since a busy log soon has the numbers that were lost.
 */
const CONFIRM_MS = 1_000;
/** Shortest interval between examinations, of which most find that the changes are on their way. */
const EXAMINE_EVERY_MS = 1_000;
const PLACES = 'select partition, next_offset, log_shift from partition_offset where consumer = $1';

/**
 * Recognises by a reader's cursor that the database and the broker were both put back to an earlier time, such as with a snapshot of the
 * whole machine. Both then agree, so nothing in them shows it; but a cursor past the end of the log can only come from a time that neither
 * has. Other readers may have such cursors too, and new changes get the same numbers, so all cursors are expired.
 */
export class RollbackWatch {
  private examinedAt = -Infinity;
  private examining: Promise<void> | undefined;
  private readonly stopping = new AbortController();

  constructor(private readonly options: RollbackWatchOptions) {}

  /**
   * Call it for a valid cursor that is past the end of the feed in at least one partition.
   * @param epoch of the cursor
   * @param offsets of the cursor, by partition number
   */
  suspect(epoch: string, offsets: readonly number[]): void {
    if (this.examining || this.stopping.signal.aborted || performance.now() - this.examinedAt < EXAMINE_EVERY_MS) return;
    this.examining = this.examine(epoch, offsets).finally(() => {
      this.examinedAt = performance.now();
      this.examining = undefined;
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.examining;
  }

  private async examine(epoch: string, offsets: readonly number[]): Promise<void> {
    const { epochs, logger, confirmMs = CONFIRM_MS } = this.options;
    try {
      if (!(await this.isPastEnd(offsets))) return;
      await sleep(confirmMs, undefined, { signal: this.stopping.signal });
      if (await this.isPastEnd(offsets)) await epochs.expireCursors('rolled-back', epoch);
    } catch (error) {
      if (!this.stopping.signal.aborted) logger.debug({ err: error }, 'A cursor past the end of the feed could not be examined.');
    }
  }

  /** Whether one of these offsets is past the end of its log, although the log has everything that the database has. */
  private async isPastEnd(offsets: readonly number[]): Promise<boolean> {
    const { pool, objectPartitions, endsOf } = this.options;
    const { rows } = await pool.query<Place>({ name: 'feed-places', text: PLACES, values: [CONSUMER] });
    const ahead = rows.filter(({ partition, next_offset: next }) => (offsets[partition] ?? 0) > next);
    if (ahead.length === 0) return false;
    const [objects, areas] = await Promise.all([endsOf('object.events'), endsOf('area.events')]);
    const endOf = (partition: number): number | undefined =>
      (partition < objectPartitions ? objects.get(partition) : areas.get(partition - objectPartitions))?.high;
    return ahead.some(({ partition, next_offset: next, log_shift: shift }) => {
      const end = endOf(partition);
      // A log that lacks records that were read is another case: it is read again with new numbers (`StoredPlaces.goBack`).
      return end !== undefined && next - shift <= end && offsets[partition]! > end + shift;
    });
  }
}
