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
  /** Sees the former projection first. */
  former: Pool;
  /** Sees the new one first. */
  pool: Pool;
  pieces: PieceKeeper;
}

const HISTORY = ['external_id', 'revision', 'workspace', 'observed_at', 'received_at', 'change'];
const PRESENCE = ['external_id', 'revision', 'workspace', 'received_at', 'day', 'q16', 'since_hour', 'until_hour'];

/** For the row `h`: erased in neither projection. */
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
 * Copies the histories, and the stays, of changes that the log no longer has into the new projection, unless they
 * are past their retention or erased.
 * Each stretch is safe against the units that write the new one: an erasure among them is either committed before it, and so
 * known, or after it, and then deletes the copied rows.
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
  // Only the former knows which stays were ended by changes after a gap.
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

/** If the former has not finished the stays for history from before their table, the new one has to. */
async function keepMakingUpPresence({ schema, next, pool }: CarryingRows): Promise<void> {
  await pool.query(
    `update ${next}.presence_progress set done_at = null, not_before = now()
      where exists (select from ${schema}.presence_progress where done_at is null)`,
  );
}

/**
 * Tables of the former that record what existed when the rebuild began; the parts that the log still had were read by
 * the new one since then.
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

/** Objects that were erased before the beginning of the log: they stay so. */
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

/** Area events that were emitted before the beginning of their log must not be emitted again. */
export async function carryTold({ next, pool }: Pick<CarryingRows, 'next' | 'pool'>): Promise<void> {
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
