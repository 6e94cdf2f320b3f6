import type { Pool } from 'pg';
import { inTransaction } from '#postgres/transaction.js';
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

const HISTORY = ['external_id', 'revision', 'workspace', 'observed_at', 'received_at', 'change'];
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
  const { next, pieces } = carrying;
  const [history, presence] = (['history', 'presence'] as const).map((name) => pieces.tables.find(({ table }) => table === name)!) as [
    PartitionedTable,
    PartitionedTable,
  ];
  const changes = await carry(
    carrying,
    history,
    (from, range) => `insert into ${next}.history (${HISTORY.join(', ')}) select ${of('h', HISTORY)} from ${from} h
      where ${range} and ${isMissingInLog(next, 'h')} and ${isNotErased(carrying)}
        and not exists (select from ${next}.history n where n.external_id = h.external_id and n.observed_at = h.observed_at
        and n.revision = h.revision)`,
  );
  // Only the former projection has the stays that were ended by changes after a gap.
  await carry(
    carrying,
    presence,
    (from, range) => `insert into ${next}.presence (${PRESENCE.join(', ')}) select ${of('h', PRESENCE)} from ${from} h
      where ${range} and ${isMadeWithoutLog(next, 'h')} and ${isNotErased(carrying)}
      on conflict (external_id, revision, received_at) do update
      set day = excluded.day, q16 = excluded.q16, since_hour = excluded.since_hour, until_hour = excluded.until_hour`,
  );
  await keepMakingUpPresence(carrying);
  return changes;
}

async function carry(
  { schema, next, former, pool, pieces }: CarryingRows,
  table: PartitionedTable,
  insert: (from: string, range: string) => string,
): Promise<number> {
  let carried = 0;
  const oldestKept = pieceName(table, oldestPiece(table, Date.now()));
  for (const piece of await listPieces(former, table)) {
    if (piece < oldestKept) continue;
    await pieces.ensure(table, [pieceEnd(table, piece) - 1]);
    await byBlocks(pool, `${schema}.${piece}`, async (range) => {
      carried += await inTransaction(pool, async (client) => {
        await keepWritersOut(client, next);
        return (await client.query(insert(`${schema}.${piece}`, range('h')))).rowCount ?? 0;
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
