import type { Pool, PoolClient } from 'pg';
import { moveOf } from '#kafka/records/record-mark.js';
import type { UnitOfWork } from '#kafka/records/record.js';
import { OwnershipLostError, type UnitProcessor } from '#kafka/units/unit-processor.js';
import { advanceOffsets, type OffsetMove, readOffsets } from '#postgres/offsets.js';
import { inTransaction } from '#postgres/transaction.js';
import type { Logger } from '#telemetry/logger.js';
import { decodeEvent, type ObjectEvent } from '../folding/object-event.js';
import type { ObservationPieces } from '../tables/observation-pieces.js';
import { anyErased, eraseObjects, readErased } from './erasures.js';
import type { Facets } from './facets.js';
import type { ObjectFolder } from './object-folder.js';
import type { ReportMetrics } from './report-metrics.js';
import { Unwritten } from './unwritten.js';
import { writeSums } from './write-sums.js';

/**
 * Changes that are folded together, and the erasures after them, by externalId with the last revision to delete.
 */
interface Stretch {
  changes: ObjectEvent[];
  erased: Map<string, ObjectEvent>;
}

/** Name of the consumer in `partition_offset`. */
export const CONSUMER = 'objects';

/** Most waiting observations; limits memory and the time of one write. */
const MAX_UNWRITTEN = 100_000;
/** Most waiting events of objects that are not cached. They are whole events, while observations are numbers in one array. */
const MAX_DEFERRED = 20_000;
const MOMENT_MS = 500;

export interface ObjectEventsOptions {
  pool: Pool;
  pieces: ObservationPieces;
  facets: Facets;
  folder: ObjectFolder;
  metrics: ReportMetrics;
  logger: Logger;
  /** How long observations may wait while many arrive. */
  writeIntervalMs: number;
  /** If fewer events arrive within `MOMENT_MS`, they are written at once, since waiting would not make packs larger. */
  fewEvents: number;
  /** Called when events in memory are lost, so that partitions must be assigned again, from the stored offsets. */
  rewind: () => void;
}

/**
 * Turns units of object.events into observations and sums. While many events arrive, these are stored every few seconds, several units in
 * one transaction with their offsets, so that all reports of an object since the last write fit into one row.
 */
export class ObjectEventsProcessor implements UnitProcessor {
  /** Whether any object may be erased; until then, units skip the query for erasures. */
  private someErased = false;
  private unwritten = new Unwritten();
  private writtenAt = performance.now();
  private timer: NodeJS.Timeout | undefined;
  /** Serialises units and writes by the timer. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: ObjectEventsOptions) {}

  assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return this.inTurn(async () => {
      this.forget();
      this.someErased = await anyErased(this.options.pool);
      return readOffsets(this.options.pool, CONSUMER, partitions);
    });
  }

  /** @throws OwnershipLostError, also if waiting events could not be written, so that they are read again */
  process(unit: UnitOfWork): Promise<void> {
    return this.inTurn(async () => {
      const { metrics } = this.options;
      const finished = metrics.unitSeconds.startTimer();
      const alone = this.unwritten.isEmpty;
      try {
        const events = this.countable(unit);
        await this.options.pieces.ensure(new Set(events.map(({ at }) => at)));
        await this.take(unit, events);
        metrics.elements.inc(events.length);
      } catch (error) {
        this.forget();
        // If only this unit failed, it is tried again; otherwise the events that waited before it have to be read again.
        throw alone ? error : new OwnershipLostError(`Records that were not written yet are read again: ${String(error)}`);
      } finally {
        finished();
      }
    });
  }

  /** Stops the timer. Waiting events are written with the next unit, or by the next process that reads them. */
  stop(): void {
    clearTimeout(this.timer);
  }

  private async take(unit: UnitOfWork, events: readonly ObjectEvent[]): Promise<void> {
    const { folder } = this.options;
    const { unwritten } = this;
    unwritten.ahead.note(unit.batches.map(moveOf));
    const stretches = stretchesOf(events);
    if (stretches.some(({ erased }) => erased.size > 0)) return this.commit(stretches);
    await folder.take(events, unwritten);
    if (this.isTimeToWrite) await this.commit([]);
    else this.writeSoon();
  }

  private get isTimeToWrite(): boolean {
    const { size, deferred } = this.unwritten;
    const { fewEvents, writeIntervalMs } = this.options;
    const wait = size < fewEvents ? Math.min(MOMENT_MS, writeIntervalMs) : writeIntervalMs;
    return size >= MAX_UNWRITTEN || deferred.length >= MAX_DEFERRED || performance.now() - this.writtenAt >= wait;
  }

  private writeSoon(): void {
    this.timer ??= setTimeout(() => void this.writeLater(), Math.min(MOMENT_MS, this.options.writeIntervalMs));
  }

  private async writeLater(): Promise<void> {
    await this.inTurn(async () => {
      this.timer = undefined;
      if (this.unwritten.isEmpty) return;
      if (!this.isTimeToWrite) return this.writeSoon();
      try {
        await this.commit([]);
      } catch (error) {
        this.options.logger.warn({ err: error }, 'Waiting records could not be written; they are read again.');
        this.forget();
        this.options.rewind();
      }
    });
  }

  private forget(): void {
    const { folder, facets, pieces } = this.options;
    this.unwritten = new Unwritten();
    folder.forget();
    facets.forget();
    pieces.forget();
  }

  /** The valid events at times that are still kept. */
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

  /** Stores the waiting events and erasures, with the offsets. */
  private async commit(stretches: readonly Stretch[]): Promise<void> {
    const { pool, folder } = this.options;
    const { unwritten } = this;
    await inTransaction(pool, async (client) => {
      await advance(client, CONSUMER, unwritten.ahead.moves);
      await this.write(client);
      for (const { changes, erased } of stretches) {
        await folder.take(changes, unwritten);
        await this.write(client);
        if (erased.size === 0) continue;
        this.someErased = true;
        folder.forgetObjects(erased.keys());
        await eraseObjects(client, erased);
      }
      await writeSums(client, unwritten.sums);
    });
    this.unwritten = new Unwritten();
    this.writtenAt = performance.now();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private write(client: PoolClient): Promise<void> {
    return this.options.folder.write(client, this.unwritten, (events) => this.notErased(client, events));
  }

  /** Drops repeated events from before the erasure of their object; objects in memory are not erased. */
  private async notErased(client: PoolClient, events: readonly ObjectEvent[]): Promise<readonly ObjectEvent[]> {
    if (!this.someErased || events.length === 0) return events;
    const erased = await readErased(client, [...new Set(events.map(({ externalId }) => externalId))]);
    return erased.size === 0 ? events : events.filter(({ externalId, revision }) => revision > (erased.get(externalId) ?? 0));
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.turn.then(work, work);
    this.turn = turn.catch(() => undefined);
    return turn;
  }
}

/**
 * Begins the transaction of a unit. Its commit does not wait for the disk: if Postgres crashes, it may lose the last units, but each as a
 * whole and in order. The offsets go back with them, so the next unit finds the mismatch, clears all caches, and reads the log again from
 * there.
 * @throws OwnershipLostError when another process has moved any of the offsets
 */
export async function advance(client: PoolClient, consumer: string, moves: readonly OffsetMove[]): Promise<void> {
  await client.query('set local synchronous_commit = off');
  if (!(await advanceOffsets(client, consumer, moves))) throw new OwnershipLostError('The offsets were moved by another owner.');
}

/** Splits events, in order, before each change of an object that was erased. */
function stretchesOf(events: readonly ObjectEvent[]): Stretch[] {
  const stretches: Stretch[] = [{ changes: [], erased: new Map() }];
  for (const event of events) {
    const last = stretches.at(-1)!;
    if (event.kind === 'erased') last.erased.set(event.externalId, event);
    else if (last.erased.has(event.externalId)) stretches.push({ changes: [event], erased: new Map() });
    else last.changes.push(event);
  }
  return stretches;
}
