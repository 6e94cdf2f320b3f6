import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '#postgres/transaction.js';
import { indexPackedRows } from '../history/rows/packed-index.js';
import { changesIn, countIn, HISTORY_COLUMNS, lowestRevision } from '../history/rows/packed-rows.js';
import type { PieceKeeper } from '../storage/piece-keeper.js';
import { keepWritersOut } from '../storage/swap-lock.js';
import { listPieces, oldestPiece, type PartitionedTable, pieceEnd, pieceName } from '../storage/time-partitions.js';
import { byBlocks } from './by-blocks.js';
import { isMadeWithoutLog, isMissingInLog } from './log-gaps.js';

export interface CarryingRows {
  schema: string;
  next: string;
  /** Connections whose search path begins with the former projection. */
  former: Pool;
  /** Connections whose search path begins with the new projection. */
  pool: Pool;
  pieces: PieceKeeper;
}

const PRESENCE = ['external_id', 'revision', 'workspace', 'received_at', 'day', 'q16', 'since_hour', 'until_hour'];

/** SQL: the row `h` is erased in neither projection. */
const isNotErased = ({ schema, next }: CarryingRows): string =>
  [schema, next]
    .map(
      (name) =>
        `h.revision > coalesce((select e.revision from ${name}.erased_object e where e.workspace = h.workspace
          and e.external_id = h.external_id), 0)`,
    )
    .join(' and ');

const of = (row: string, columns: readonly string[]): string => columns.map((column) => `${row}.${column}`).join(', ');

/**
 * Copies the history and stays of changes that are no longer in the log into the new projection, unless they are beyond their retention
 * or erased. Safe against concurrent units: an erasure is either committed before a range is copied, and then known, or after it, and
 * then deletes the copied rows.
 * @returns number of changes
 */
export async function carryRows(carrying: CarryingRows): Promise<number> {
  const { schema, next, pool, pieces } = carrying;
  const [history, presence] = (['history', 'presence'] as const).map((name) => pieces.tables.find(({ table }) => table === name)!) as [
    PartitionedTable,
    PartitionedTable,
  ];
  await pool.query(
    `update ${next}.history_format set packed_until = (select packed_until from ${schema}.history_format) where packed_until is null`,
  );
  const changes = await carry(carrying, history, async (client, from, range) => {
    const { rows } = await client.query<{ carried: number }>(historySql(carrying, from, range));
    return rows[0]!.carried;
  });
  // Only the former projection has the stays that were ended by changes after a gap.
  await carry(carrying, presence, async (client, from, range) => {
    const { rowCount } = await client.query(
      `insert into ${next}.presence (${PRESENCE.join(', ')}) select ${of('h', PRESENCE)} from ${from} h
        where ${range} and ${isMadeWithoutLog(next, 'h')} and ${isNotErased(carrying)}
        on conflict (external_id, revision, received_at) do update
        set day = excluded.day, q16 = excluded.q16, since_hour = excluded.since_hour, until_hour = excluded.until_hour`,
    );
    return rowCount ?? 0;
  });
  await keepMakingUpPresence(carrying);
  return changes;
}

/**
 * SQL that copies the changes of rows that are missing in the log, and counts them. A packed row is copied as it is if all its changes are
 * missing; otherwise they become rows of their own.
 */
function historySql(carrying: CarryingRows, from: string, range: string): string {
  const { next } = carrying;
  const isWhole = `h.packed is not null and exists (select from ${next}.log_gap g where g.external_id = h.external_id
    and h.revision < g.before_revision and ${lowestRevision('h')} > g.after_revision)`;
  return `with chosen as materialized (
      select h.*, ${isWhole} as is_whole from ${from} h where ${range} and ${isNotErased(carrying)}
    ), whole as (
      insert into ${next}.history (${HISTORY_COLUMNS.join(', ')}) select ${of('h', HISTORY_COLUMNS)} from chosen h
      where h.is_whole and not exists (select from ${next}.history n where n.external_id = h.external_id and n.observed_at = h.observed_at
        and n.revision = h.revision and n.packed is not null)
      returning ${countIn('history')} as changes
    ), single as (
      insert into ${next}.history (external_id, workspace, revision, observed_at, received_at, change)
      select l.* from (select h.external_id, h.workspace, c.* from chosen h cross join ${changesIn('h')} c where not h.is_whole) l
      where ${isMissingInLog(next, 'l')} and not exists (select from ${next}.history n where n.external_id = l.external_id
        and n.observed_at = l.observed_at and n.revision = l.revision and n.packed is null)
      returning 1 as changes
    )
    select coalesce(sum(changes), 0)::int as carried from (select changes from whole union all select changes from single) c`;
}

async function carry(
  { schema, next, former, pool, pieces }: CarryingRows,
  table: PartitionedTable,
  copy: (client: PoolClient, from: string, range: string) => Promise<number>,
): Promise<number> {
  let carried = 0;
  const oldestKept = pieceName(table, oldestPiece(table, Date.now()));
  for (const piece of await listPieces(former, table)) {
    if (piece < oldestKept) continue;
    await pieces.ensure(table, [pieceEnd(table, piece) - 1]);
    const { rowCount: packed } = await pool.query(`select from ${schema}.packed_piece where piece = $1`, [piece]);
    if (packed) await indexPackedRows(pool, `${next}.${piece}`);
    await byBlocks(pool, `${schema}.${piece}`, async (range) => {
      carried += await inTransaction(pool, async (client) => {
        await keepWritersOut(client, next);
        return copy(client, `${schema}.${piece}`, range('h'));
      });
    });
  }
  return carried;
}

/** If the former projection has not finished the backfill of stays, the new one has to. */
async function keepMakingUpPresence({ schema, next, pool }: CarryingRows): Promise<void> {
  await pool.query(
    `update ${next}.presence_progress set done_at = null, not_before = now()
      where exists (select from ${schema}.presence_progress where done_at is null)`,
  );
}

/**
 * Copies of tables of the former projection from the start of the rebuild. The new projection has since read the parts that are still in
 * the log.
 */
const REMEMBERED = { erased_object: 'erased_before', told_area_event: 'told_before' } as const;

export async function rememberBefore({ schema, next, pool }: Pick<CarryingRows, 'schema' | 'next' | 'pool'>): Promise<void> {
  for (const [table, copy] of Object.entries(REMEMBERED)) {
    await pool.query(`create table ${next}.${copy} (like ${next}.${table} including indexes)`);
    await byBlocks(
      pool,
      `${schema}.${table}`,
      async (range) =>
        void (await pool.query(
          `insert into ${next}.${copy} select h.* from ${schema}.${table} h where ${range('h')} on conflict do nothing`,
        )),
    );
  }
}

/** Copies erasures from before the beginning of the log. */
export async function carryErasures({ next, pool }: Pick<CarryingRows, 'next' | 'pool'>): Promise<void> {
  await byBlocks(pool, `${next}.erased_before`, async (range) => {
    await inTransaction(pool, async (client) => {
      await keepWritersOut(client, next);
      await client.query(`insert into ${next}.erased_object as held select h.* from ${next}.erased_before h
        where ${range('h')} and (${isMissingInLog(next, 'h')}
        or not exists (select from ${next}.object_state o where o.workspace = h.workspace and o.external_id = h.external_id))
        on conflict (workspace, external_id) do update set revision = excluded.revision, erased_at = excluded.erased_at
        where held.revision < excluded.revision`);
    });
  });
}

/** Copies the ids of area events from before the beginning of their log, which must not be emitted again. */
export async function carryEmittedEventIds({ next, pool }: Pick<CarryingRows, 'next' | 'pool'>): Promise<void> {
  await byBlocks(
    pool,
    `${next}.told_before`,
    async (range) =>
      void (await pool.query(
        `insert into ${next}.told_area_event select h.* from ${next}.told_before h where ${range('h')} on conflict do nothing`,
      )),
  );
}

export async function forgetBefore({ next, pool }: Pick<CarryingRows, 'next' | 'pool'>): Promise<void> {
  for (const copy of Object.values(REMEMBERED)) await pool.query(`drop table if exists ${next}.${copy}`);
}
