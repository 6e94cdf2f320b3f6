import type { Pool, PoolClient } from 'pg';
import type { UnitOfWork } from '#kafka/record.js';
import { OwnershipLostError, type UnitProcessor } from '#kafka/unit-processor.js';
import { advanceOffsets, readOffsets } from '#postgres/offsets.js';
import { inTransaction } from '#postgres/transaction.js';
import { decodeEvent, type ObjectEvent } from '../folding/object-event.js';
import { UnitSums } from '../folding/sums.js';
import type { ObservationPieces } from '../tables/observation-pieces.js';
import { anyErased, eraseObjects, readErased } from './erasures.js';
import type { Facets } from './facets.js';
import type { ObjectFolder } from './object-folder.js';
import type { ReportMetrics } from './report-metrics.js';
import { stretchesOf } from './stretches.js';
import { writeSums } from './write-sums.js';

const CONSUMER = 'objects';

export interface ObjectEventsOptions {
  pool: Pool;
  pieces: ObservationPieces;
  facets: Facets;
  folder: ObjectFolder;
  metrics: ReportMetrics;
  /** First offset that the log still has, of each partition. */
  logStarts: () => Promise<ReadonlyMap<number, number>>;
}

/** Turns units of object.events into observations and sums, in one transaction with the offsets. */
export class ObjectEventsProcessor implements UnitProcessor {
  /** Whether any object may be among the erased; as long as not, none is looked for there. */
  private someErased = false;

  constructor(private readonly options: ObjectEventsOptions) {}

  async assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    this.options.folder.forget();
    this.someErased = await anyErased(this.options.pool);
    return beginAtLogStart(this.options.pool, CONSUMER, partitions, this.options.logStarts);
  }

  async process(unit: UnitOfWork): Promise<void> {
    const { pool, metrics, folder, pieces, facets } = this.options;
    const finished = metrics.unitSeconds.startTimer();
    try {
      const events = this.countable(unit);
      await pieces.ensure(new Set(events.map(({ at }) => at)));
      await inTransaction(pool, async (client) => {
        await advance(client, CONSUMER, unit);
        await this.write(client, events);
      });
      metrics.elements.inc(events.length);
    } catch (error) {
      folder.forget();
      facets.forget();
      pieces.forget();
      throw error;
    } finally {
      finished();
    }
  }

  /** Events that can be understood and are of a time of which something is kept. */
  private countable({ batches }: UnitOfWork): ObjectEvent[] {
    const { pieces, metrics } = this.options;
    const now = Date.now();
    const events: ObjectEvent[] = [];
    for (const { records } of batches) {
      for (const record of records) {
        const event = decodeEvent(record);
        if (event === undefined) metrics.skipped.inc({ reason: 'not-understood' });
        else if (event.kind !== 'erased' && pieces.isOutside(event.at, now)) metrics.skipped.inc({ reason: 'too-old' });
        else events.push(event);
      }
    }
    return events;
  }

  private async write(client: PoolClient, events: readonly ObjectEvent[]): Promise<void> {
    const { folder } = this.options;
    const sums = new UnitSums();
    for (const { changes, erased } of stretchesOf(events)) {
      const alive = await this.notErased(client, changes);
      await folder.fold(client, alive, sums);
      if (erased.size === 0) continue;
      this.someErased = true;
      folder.forgetObjects(erased.keys());
      await eraseObjects(client, erased);
    }
    await writeSums(client, sums);
  }

  /** Without what comes again of objects that were erased meanwhile. */
  private async notErased(client: PoolClient, events: readonly ObjectEvent[]): Promise<readonly ObjectEvent[]> {
    if (!this.someErased || events.length === 0) return events;
    const erased = await readErased(client, [...new Set(events.map(({ externalId }) => externalId))]);
    return erased.size === 0 ? events : events.filter(({ externalId, revision }) => revision > (erased.get(externalId) ?? 0));
  }
}

/**
 * Begins what a unit writes. Its commit does not wait for the disk: a Postgres that crashes may lose the last units, each as a whole and none
 * before a later one. The offsets go back with them, so that the next unit finds them elsewhere, everything remembered is
 * forgotten, and the log is read again from there.
 * @throws OwnershipLostError when another owner has moved any of the offsets
 */
export async function advance(client: PoolClient, consumer: string, { batches }: UnitOfWork): Promise<void> {
  await client.query('set local synchronous_commit = off');
  const moves = batches.map(({ partition, firstOffset, nextOffset }) => ({ partition, from: firstOffset, to: nextOffset }));
  if (!(await advanceOffsets(client, consumer, moves))) throw new OwnershipLostError('The offsets were moved by another owner.');
}

/** The stored offsets; a partition that was never read begins where its log does. */
export async function beginAtLogStart(pool: Pool, consumer: string, partitions: readonly number[], logStarts: () => Promise<ReadonlyMap<number, number>>): Promise<Map<number, number>> {
  const offsets = await readOffsets(pool, consumer, partitions);
  const unread = [...offsets].filter(([, offset]) => offset === 0).map(([partition]) => partition);
  if (unread.length === 0) return offsets;
  const starts = await logStarts();
  const moves = unread.map((partition) => ({ partition, from: 0, to: starts.get(partition) ?? 0 })).filter(({ to }) => to > 0);
  if (moves.length === 0) return offsets;
  await inTransaction(pool, async (client) => {
    if (!(await advanceOffsets(client, consumer, moves))) throw new OwnershipLostError('Another owner has begun these partitions.');
  });
  for (const { partition, to } of moves) offsets.set(partition, to);
  return offsets;
}
