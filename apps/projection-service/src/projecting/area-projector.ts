import { setTimeout as sleep } from 'node:timers/promises';
import { Counter } from 'prom-client';
import { moveOf } from '#kafka/records/record-mark.js';
import type { UnitOfWork } from '#kafka/records/record.js';
import { OwnershipLostError, type UnitProcessor } from '#kafka/units/unit-processor.js';
import { int4Array, int8Array } from '#postgres/binary-array.js';
import { advanceOffsets } from '#postgres/offsets.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { anyAhead, notYetEmitted } from '../feed/area-events/emitted-area-events.js';
import { areaLine, type IncomingAreaEvent, incomingAreaEvent } from '../feed/area-events/incoming-area-event.js';
import { writeChunks } from '../feed/chunks/chunk-writer.js';
import type { FeedLine } from '../feed/chunks/feed-chunks.js';
import { feedTimesOf, retainedChunks } from '../feed/chunks/retained-chunks.js';
import { commitChannel } from '../storage/commits/commit-listener.js';
import { areaSlotOf, type CommitSignal } from '../storage/commits/commit-signal.js';
import { CONSUMER } from '../storage/consumer.js';
import { raiseFloors } from '../storage/feed-floors.js';
import type { PieceKeeper } from '../storage/piece-keeper.js';
import { writeTransaction } from '../storage/swap-lock.js';
import type { EventsSource } from './events-transport.js';
import { logBounds, logStarts } from './log-bounds.js';
import { type LogOfFeed, offsetsInLog } from './offsets-in-log.js';

export interface AreaProjectorOptions extends Omit<LogOfFeed, 'logStarts'> {
  /** Access to object.events and area.events. */
  source: EventsSource;
  /** Name of the schema, and so of the channel that notifies other instances of commits. */
  schema: string;
  pieces: PieceKeeper;
  registry: Registry;
  logger: Logger;
  /** Absent in a rebuild, which has no readers yet. */
  signal?: CommitSignal;
  /** Ends the wait for changes of objects. */
  stopping: AbortSignal;
}

const POLL_MS = 20;
const BEHIND =
  'select exists (select from partition_offset o join unnest($2::int[], $3::bigint[]) as e (partition, ' +
  'upto) using (partition) where o.consumer = $1 and o.next_offset - o.log_shift < e.upto) as some';

/** Turns units of area.events into chunks of the feed, in separate partitions, so that faults do not delay changes of objects. */
export class AreaProjector implements UnitProcessor {
  private readonly events: Counter<'outcome'>;

  constructor(private readonly options: AreaProjectorOptions) {
    this.events = new Counter({
      name: 'waymark_projection_area_events_total',
      help: 'Area events by outcome: applied, repeated, not-understood.',
      labelNames: ['outcome'],
      registers: [options.registry],
    });
  }

  async assigned(partitions: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const { pool, first, source } = this.options;
    return (await offsetsInLog({ pool, first, logStarts: () => logStarts(source, 'area.events') }, partitions)).offsets;
  }

  async process(unit: UnitOfWork): Promise<void> {
    const { pool, pieces, first, signal } = this.options;
    const now = Date.now();
    const feed = pieces.tables.find(({ table }) => table === 'feed_chunk')!;
    const events = this.understood(unit);
    const toIncoming = ({ record, event }: IncomingAreaEvent): FeedLine['incoming'] => ({
      record: { partition: first + record.partition, offset: record.offset, timestamp: record.timestamp },
      change: event,
    });
    await this.changesSeen(unit, events);
    try {
      await pieces.ensure(feed, feedTimesOf(events.map(toIncoming), feed, now));
      const fresh = await writeTransaction(pool, async (client) => {
        const moves = unit.batches.map((batch) => ({ ...moveOf(batch), partition: first + batch.partition }));
        if (!(await advanceOffsets(client, CONSUMER, moves))) throw new OwnershipLostError('The offsets were moved by another owner.');
        const fresh = await notYetEmitted(client, events);
        const rows = retainedChunks(
          fresh.map((event) => ({ incoming: toIncoming(event), line: areaLine(event) })),
          feed,
          now,
        );
        await writeChunks(client, rows.chunks);
        await raiseFloors(client, rows.floors);
        if (signal && fresh.length > 0)
          await client.query({
            name: 'notify',
            text: 'select pg_notify($1, $2)',
            values: [commitChannel(this.options.schema), [...slotsOf(fresh)].join(',')],
          });
        return fresh;
      });
      signal?.wakeSlots(slotsOf(fresh));
      this.events.inc({ outcome: 'applied' }, fresh.length);
      this.events.inc({ outcome: 'repeated' }, events.length - fresh.length);
    } catch (error) {
      pieces.forget();
      throw error;
    }
  }

  private understood(unit: UnitOfWork): IncomingAreaEvent[] {
    const events: IncomingAreaEvent[] = [];
    for (const record of unit.batches.flatMap(({ records }) => records)) {
      const event = incomingAreaEvent(record);
      if (event) {
        events.push(event);
        continue;
      }
      this.events.inc({ outcome: 'not-understood' });
      this.options.logger.error(
        { partition: record.partition, offset: record.offset },
        'A record of area.events is not an area event; it is skipped.',
      );
    }
    return events;
  }

  /**
   * Waits until the changes that caused the events are processed. Filters use the present state of an object, so readers that filter by
   * type would miss an event that is emitted before its change. The wait ends at the latest when the object's partition of the log is
   * read to its end.
   */
  private async changesSeen(unit: UnitOfWork, events: readonly IncomingAreaEvent[]): Promise<void> {
    const { pool, source, stopping } = this.options;
    if (!(await anyAhead(pool, events))) return;
    const log = await logBounds(source);
    const ends = unit.batches.flatMap(({ partition }) => {
      const { low, high: end } = log.get(partition) ?? { low: 0, high: 0 };
      return end > low ? [{ partition, end }] : [];
    });
    const values = [CONSUMER, int4Array(ends.map(({ partition }) => partition)), int8Array(ends.map(({ end }) => end))];
    while ((await pool.query<{ some: boolean }>({ name: 'objects-behind', text: BEHIND, values })).rows[0]!.some)
      await sleep(POLL_MS, undefined, { signal: stopping });
  }
}

const slotsOf = (events: readonly IncomingAreaEvent[]): Set<number> => new Set(events.map(({ event }) => areaSlotOf(event.workspace)));
