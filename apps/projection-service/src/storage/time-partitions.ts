import type { Pool, PoolClient, QueryResult } from 'pg';
import { withShortLock } from '#postgres/short-lock.js';
import { raiseFloors } from './feed-floors.js';
import { holdOffSwap, writeTransaction } from './swap-lock.js';

export const DAY_MS = 86_400_000;

/** A table that is cut by time. */
/** Injects the service's partitioned tables: `PartitionedTable[]`. */
export const PARTITIONED_TABLES = Symbol('tables that are cut by time');

export interface PartitionedTable {
  readonly table: 'history' | 'feed_chunk' | 'presence';
  readonly widthDays: number;
  readonly retentionDays: number;
}

/** The history and presence have few, wide pieces, since reads of the history cover all of them; the feed has short ones. */
export function partitionedTables(retention: { historyDays: number; feedDays: number }): PartitionedTable[] {
  return [
    { table: 'history', widthDays: 7, retentionDays: retention.historyDays },
    { table: 'presence', widthDays: 7, retentionDays: retention.historyDays },
    { table: 'feed_chunk', widthDays: 1, retentionDays: retention.feedDays },
  ];
}

/** Number of the piece that a time belongs to, counted from the epoch. */
export function pieceOf({ widthDays }: PartitionedTable, time: number): number {
  return Math.floor(time / (widthDays * DAY_MS));
}

/** Number of the oldest piece that is kept at this time. */
export function oldestPiece(table: PartitionedTable, now: number): number {
  return pieceOf(table, now - table.retentionDays * DAY_MS);
}

function pieceBounds({ widthDays }: PartitionedTable, piece: number): { from: Date; to: Date } {
  return { from: new Date(piece * widthDays * DAY_MS), to: new Date((piece + 1) * widthDays * DAY_MS) };
}

/** The name of a piece, such as `history_20261119`: the table and the piece's first day. */
export function pieceName(table: PartitionedTable, piece: number): string {
  return `${table.table}_${pieceBounds(table, piece).from.toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/** Start and end of the piece with this name. */
export function pieceBoundsOf(table: PartitionedTable, name: string): { from: Date; to: Date } {
  const end = pieceEnd(table, name);
  return { from: new Date(end - table.widthDays * DAY_MS), to: new Date(end) };
}

/** First moment after the piece with this name. */
export function pieceEnd(table: PartitionedTable, name: string): number {
  const [, year, month, day] = /_(\d{4})(\d{2})(\d{2})$/.exec(name)!;
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) + table.widthDays * DAY_MS;
}

/** Lets one process at a time change pieces, until the end of the transaction. */
export async function lockPieces(client: PoolClient): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtext('waymark.pieces.' || current_schema()))`);
}

/**
 * Creates missing pieces. They are created as tables and then attached: creating a partition directly would wait for every reader of the
 * table, and block all others meanwhile.
 */
export async function createPieces(pool: Pool, table: PartitionedTable, pieces: readonly number[]): Promise<void> {
  await writeTransaction(pool, async (client) => {
    await lockPieces(client);
    for (const piece of pieces) {
      const { from, to } = pieceBounds(table, piece);
      const name = pieceName(table, piece);
      const { rowCount } = await client.query(
        `select 1 from pg_class where relname = $1 and relnamespace = current_schema()::regnamespace`,
        [name],
      );
      if (rowCount) continue;
      await client.query(`create table ${name} (like ${table.table} including all)`);
      await client.query(
        `alter table ${table.table} attach partition ${name} for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
      );
    }
  });
}

/** Names of the existing pieces, oldest first. @param schema default: the first one on the search path */
export async function listPieces(db: Pool | PoolClient, table: Pick<PartitionedTable, 'table'>, schema?: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = (coalesce($2, current_schema()) || '.' || $1)::regclass order by 1`,
    [table.table, schema],
  );
  return rows.map(({ name }) => name);
}

/** Pages of a piece per statement, so that no snapshot is held for long. */
const PAGES_AT_ONCE = 16_384;

/** Number of pages of a piece, which never shrinks. */
async function pagesOf(db: Pool | PoolClient, name: string): Promise<number> {
  const { rows } = await db.query<{ pages: number }>(
    `select (pg_relation_size(to_regclass($1)) / current_setting('block_size')::int)::int as pages`,
    [name],
  );
  return rows[0]!.pages;
}

/** Offset after the last change in these pages of a piece of the feed, for each partition. */
async function floorsBehind(
  db: Pool | PoolClient,
  name: string,
  from: number,
  to: number,
  floors = new Map<number, number>(),
): Promise<Map<number, number>> {
  for (let page = from; page < to; page += PAGES_AT_ONCE) {
    const { rows } = await db.query<{ partition: number; floor: number }>(
      `select partition, max(last_offset) + 1 as floor from ${name} where ctid >= '(${page},0)'
        and ctid < '(${Math.min(to, page + PAGES_AT_ONCE)},0)' group by partition`,
    );
    for (const { partition, floor } of rows) floors.set(partition, Math.max(floor, floors.get(partition) ?? 0));
  }
  return floors;
}

/** Work under the lock of a table, with as few round trips as possible, since each may take long on a busy machine. */
export interface UnderLock {
  /** Statements whose results `mayBe` gets. */
  look: string;
  /** Called once no one else can read or write the table. @returns statements to run first; undefined to stop */
  mayBe: (found: readonly QueryResult[]) => string | undefined;
}

/**
 * Drops one piece. It does not use DETACH CONCURRENTLY, which leaves a piece that is "already pending detach" if it is interrupted. The
 * floor of the feed rises in the same transaction, so that a cursor into dropped changes gets 410 instead of silently missing changes.
 * @returns whether it was dropped
 */
export async function dropPiece(pool: Pool, table: PartitionedTable, name: string, underLock?: UnderLock): Promise<boolean> {
  // Most pages are read before the lock, which keeps all readers and writers of the feed out; only newer pages are read under it.
  const pages = table.table === 'feed_chunk' ? await pagesOf(pool, name) : 0;
  const floors = await floorsBehind(pool, name, 0, pages);
  return withShortLock(pool, async (client, bound) => {
    await holdOffSwap(client);
    await lockPieces(client);
    // Locked first, as by units, which write to this table before they write rows that `look` may have to lock.
    const locks = [bound, `lock table only ${table.table} in access exclusive mode`];
    const first = await lockAndLook(client, locks, underLock);
    if (first === undefined) return false;
    if (table.table === 'feed_chunk') {
      await floorsBehind(client, name, Math.max(0, pages - 1), await pagesOf(client, name), floors);
      await raiseFloors(client, floors);
    }
    await client.query(`${first}; alter table ${table.table} detach partition ${name}; drop table ${name}`);
    return true;
  });
}

async function lockAndLook(
  client: PoolClient,
  locks: readonly string[],
  { look, mayBe }: UnderLock = NOTHING,
): Promise<string | undefined> {
  const results = [(await client.query(`${locks.join('; ')}; ${look}`)) as QueryResult | QueryResult[]].flat();
  return mayBe(results.slice(locks.length));
}

const NOTHING: UnderLock = { look: '', mayBe: () => '' };

/** Name of a piece that was replaced by another table, until it is dropped. */
export const replacedName = (piece: string): string => `${piece}_replaced`;

/**
 * Replaces a piece by a table with the same columns and indexes; the piece remains under another name. The constraint `in_piece` proves
 * that the table contains only rows of the piece's range. Runs in a transaction of `withShortLock`, with its `bound`. There are only
 * three round trips under the lock, including the commit, as each may take long on a busy machine. The commit does not wait for the disk:
 * after a crash, the server has either both steps or neither.
 * @returns whether it was replaced
 */
export async function replacePiece(
  client: PoolClient,
  bound: string,
  table: PartitionedTable,
  name: string,
  by: string,
  underLock: UnderLock,
): Promise<boolean> {
  const { from, to } = pieceBoundsOf(table, name);
  const locks = [
    bound,
    'set local synchronous_commit = off',
    `lock table only ${table.table} in access exclusive mode`,
    `lock table ${name} in access exclusive mode`,
    'lock table held_object in share mode',
  ];
  const first = await lockAndLook(client, locks, underLock);
  if (first === undefined) return false;
  await client.query(
    `${first};
     alter table ${table.table} detach partition ${name};
     alter table ${name} rename to ${replacedName(name)};
     alter table ${by} rename to ${name};
     alter table ${table.table} attach partition ${name} for values from ('${from.toISOString()}') to ('${to.toISOString()}');
     alter table ${name} drop constraint in_piece`,
  );
  return true;
}
