import type { Pool } from 'pg';
import { withShortLock } from '#postgres/short-lock.js';
import { inTransaction } from '#postgres/transaction.js';

export const DAY_MS = 86_400_000;
/** So wide that few pieces exist: all are searched for the predecessor of a late observation. */
const WIDTH_MS = 7 * DAY_MS;
/** Times further in the future come from a wrong clock, and their piece would stay for too long. */
const FUTURE_MS = DAY_MS;
/** Tables with the same pieces, and the unit of their key, in milliseconds. */
const TABLES = { observation: 1, heat: 3_600_000, heat_value: 3_600_000 } as const;

/**
 * Columns without statistics, since no query searches by them. Sampling them, especially arrays, took four fifths of each analysis of a
 * piece (387 -> 75 ms of CPU, and a growing one is analysed often). New pieces do not inherit this from their table.
 */
export const NO_STATISTICS = [
  'point_at',
  'point_lat',
  'point_lon',
  'anchor_at',
  'anchor_lat',
  'anchor_lon',
  'later_at',
  'later_revision',
  'later_lat',
  'later_lon',
  'later_cell',
]
  .map((column) => `alter column ${column} set statistics 0`)
  .join(', ');

const pieceOf = (time: number): number => Math.floor(time / WIDTH_MS);

/** The weekly pieces of the tables of observations and heat: created before a row needs them, dropped after their last day. */
export class ObservationPieces {
  private readonly known = new Set<number>();

  constructor(
    private readonly pool: Pool,
    private readonly days: number,
  ) {}

  /** Whether an observation at this time is not stored, because it is too old or in the future. */
  isOutside(time: number, now: number): boolean {
    return time < this.oldest(now) || time > now + FUTURE_MS;
  }

  /** Start of the stored time. */
  oldest(now: number): number {
    return pieceOf(now - this.days * DAY_MS) * WIDTH_MS;
  }

  /** Creates the pieces for observations at these times. */
  async ensure(times: Iterable<number>): Promise<void> {
    const missing = new Set<number>();
    for (const time of times) {
      const piece = pieceOf(time);
      if (!this.known.has(piece)) missing.add(piece);
    }
    if (missing.size === 0) return;
    await inTransaction(this.pool, async (client) => {
      await client.query(`select pg_advisory_xact_lock(hashtext('waymark.pieces.' || current_schema()))`);
      for (const piece of missing) {
        for (const [table, unit] of Object.entries(TABLES)) {
          const name = `${table}_piece_${piece}`;
          const { rowCount } = await client.query(
            'select from pg_class where relnamespace = current_schema()::regnamespace and relname = $1',
            [name],
          );
          if (rowCount) continue;
          // Created as a table and then attached: creating a partition would wait for every reader of the table, and block all others.
          await client.query(`create table ${name} (like ${table} including all)`);
          if (table === 'observation') await client.query(`alter table ${name} ${NO_STATISTICS}`);
          await client.query(
            `alter table ${table} attach partition ${name} for values
              from (${(piece * WIDTH_MS) / unit}) to (${((piece + 1) * WIDTH_MS) / unit})`,
          );
        }
      }
    });
    for (const piece of missing) this.known.add(piece);
  }

  /** Forgets known pieces after a failure, since another instance may have dropped one. */
  forget(): void {
    this.known.clear();
  }

  /** Creates the pieces of the next days, and drops those that are too old. @returns names of the dropped pieces */
  async keep(now: number): Promise<string[]> {
    await this.ensure([now, now + WIDTH_MS]);
    const { rows } = await this.pool.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relispartition
        and c.relkind = 'r'`,
    );
    const old = rows.map(({ name }) => name).filter((name) => Number(/_piece_(\d+)$/.exec(name)?.[1]) < pieceOf(now - this.days * DAY_MS));
    for (const name of old) {
      await withShortLock(this.pool, async (client) => {
        await client.query(`alter table ${name.replace(/_piece_\d+$/, '')} detach partition ${name}`);
        await client.query(`drop table ${name}`);
      });
      this.known.delete(Number(/_(\d+)$/.exec(name)![1]));
    }
    return old;
  }
}
