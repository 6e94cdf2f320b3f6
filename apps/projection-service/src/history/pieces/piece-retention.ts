import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { writeAlone } from '../../storage/piece-deletes.js';
import { DAY_MS, listPieces, type PartitionedTable, pieceEnd } from '../../storage/time-partitions.js';
import { heldNow, ROW_IS_HELD } from './held-history.js';
import { isMoreThan, type Overdue, overdueIn, type ShortHistory } from './history-of-plans.js';
import { holdsMark } from './holds-mark.js';
import { dropCopies, PieceCopy } from './piece-copy.js';

/** Blocks per transaction: 8 MiB, for all workspaces. */
const BLOCKS = 1024;
const PAUSE_MS = 20;
/** Blocks of the sample that estimates how much will be deleted: 32 MiB, spread over the whole piece. */
const SAMPLED_BLOCKS = 4096;
/** Below this share, deleting rows is cheaper than copying the others, and the deleted rows waste little space. */
const FEW = 0.05;
/** Days between two passes through a piece, so that one pass covers the rows of many workspaces. */
const PASS_DAYS = 7;
/** Most objects that may come under a hold during a copy; with more, the copy starts again. */
const MAX_NEWLY_HELD = 1000;

export interface Retaining {
  pool: Pool;
  table: PartitionedTable;
  /** Called before each statement, so that a removed rule or a new hold takes effect in the middle of a piece. */
  short: () => readonly ShortHistory[];
  heldWorkspaces: () => readonly string[];
  now: number;
  stopping: AbortSignal;
  /** Called after each statement and awaited, since large pieces take hours. */
  onProgress?: () => unknown;
}

export interface RetainedPiece {
  piece: string;
  /** Number of deleted rows. */
  rows: number;
  /** `replaced`: the remaining rows were copied and the piece was dropped; `deleted`: rows were deleted one by one. */
  how: 'replaced' | 'deleted';
}

interface Pass extends RetainedPiece {
  /** Whether a hold keeps rows that would otherwise be deleted. */
  holdKeeps: boolean;
}

interface KnownPiece {
  piece: string;
  removed: Overdue;
  held: string | null;
  gone_through_at: Date;
}

/**
 * Deletes rows beyond the retention of plans and workspaces from pieces of the history that are entirely too old for them. (The
 * retention of the installation drops whole pieces.) Rows under a legal hold stay. The present type of an object counts; a missing
 * object has no type. A piece is only read when more of its rows have become too old: at most once in seven days, or a day after the
 * release of a hold that had kept some of its rows.
 */
export async function retainPieces(retaining: Retaining): Promise<RetainedPiece[]> {
  const { pool, table, short, heldWorkspaces, now, stopping } = retaining;
  await dropCopies(pool, table, stopping);
  if (short().length === 0) return [];
  const pieces = await listPieces(pool, table);
  const { rows: known } = await pool.query<KnownPiece>('select piece, removed, held, gone_through_at from retained_piece');
  const before = new Map(known.map((row) => [row.piece, row]));
  const retained: RetainedPiece[] = [];
  for (const piece of pieces) {
    const overdue = overdueIn(pieceEnd(table, piece), short(), now);
    const { held } = await heldNow(pool, heldWorkspaces());
    if (overdue === undefined || !isDue(overdue, held, before.get(piece), now)) continue;
    const pass = await walkPiece(retaining, piece, overdue);
    if (pass === undefined) continue;
    retained.push(pass);
    await writeAlone(
      pool,
      `insert into retained_piece (piece, removed, held, gone_through_at) values ($1, $2, $3, $4)
       on conflict (piece) do update set removed = excluded.removed, held = excluded.held, gone_through_at = excluded.gone_through_at`,
      [piece, JSON.stringify(overdue), pass.holdKeeps ? held : null, new Date(now).toISOString()],
    );
  }
  await writeAlone(pool, 'delete from retained_piece where starts_with(piece, $2) and piece <> all($1::text[])', [
    pieces,
    `${table.table}_`,
  ]);
  return retained;
}

function isDue(overdue: Overdue, held: string, last: KnownPiece | undefined, now: number): boolean {
  if (last === undefined) return true;
  const days = (now - last.gone_through_at.getTime()) / DAY_MS;
  return (days >= PASS_DAYS && isMoreThan(overdue, last.removed)) || (days >= 1 && last.held !== null && last.held !== held);
}

/** @returns undefined if rules or holds have changed in the meantime, or the piece cannot be replaced now; then it is processed again */
async function walkPiece(retaining: Retaining, piece: string, overdue: Overdue): Promise<Pass | undefined> {
  const { pool } = retaining;
  const share = await overdueShare(pool, piece, valuesOf(retaining.heldWorkspaces(), overdue));
  return share < FEW ? deleteRows(retaining, piece, overdue) : replaceRows(retaining, piece, overdue);
}

const isAsBefore = ({ table, short, now }: Retaining, piece: string, overdue: Overdue): boolean =>
  JSON.stringify(overdueIn(pieceEnd(table, piece), short(), now)) === JSON.stringify(overdue);

async function deleteRows(retaining: Retaining, piece: string, overdue: Overdue): Promise<Pass | undefined> {
  const { table, short, heldWorkspaces, now } = retaining;
  const values = (): unknown[] | undefined => {
    const overdueNow = overdueIn(pieceEnd(table, piece), short(), now);
    return overdueNow && valuesOf(heldWorkspaces(), overdueNow);
  };
  const { gone, held } = await walk(
    retaining,
    piece,
    `delete from ${piece} where ctid = any(array(select ctid from judged where fate = 'goes'))`,
    values,
  );
  return isAsBefore(retaining, piece, overdue) ? { piece, rows: gone, how: 'deleted', holdKeeps: held > 0 } : undefined;
}

async function replaceRows(retaining: Retaining, piece: string, overdue: Overdue): Promise<Pass | undefined> {
  const { pool, table, heldWorkspaces, stopping } = retaining;
  const { mark } = await holdsMark(pool);
  const kept = new Set(heldWorkspaces());
  const copy = await PieceCopy.begin(pool, table, piece);
  const values = valuesOf([...kept], overdue);
  const { gone, held } = await walk(
    retaining,
    piece,
    `insert into ${copy.name} (${copy.columns}) select ${copy.columns} from judged where fate <> 'goes'`,
    () => values,
  );
  await pool.query(`analyze ${copy.name}`);
  // Units that write holds wait: a hold is either written before this point, or after the rows are gone.
  const mayBe = (): boolean => isAsBefore(retaining, piece, overdue) && heldWorkspaces().every((id) => kept.has(id));
  const replaced = await copy.replace({ since: mark, most: MAX_NEWLY_HELD, mayBe }, stopping);
  if (!replaced) await dropCopies(pool, table, stopping);
  return replaced ? { piece, rows: gone, how: 'replaced', holdKeeps: held > 0 } : undefined;
}

/** $1 held workspaces, $2 to $6 the overdue rows. */
function valuesOf(held: readonly string[], { all, butOf, ofTypes }: Overdue): unknown[] {
  const names = (pairs: Overdue['butOf']): [string[], string[]] => [pairs.map(({ workspace }) => workspace), pairs.map(({ type }) => type)];
  return [held, all, ...names(butOf), ...names(ofTypes)];
}

/** Whether the object of a row `h` now has one of these types. */
const isOfTypes = (workspaces: string, types: string): string =>
  `exists (select from object_state s join unnest(${workspaces}::text[], ${types}::text[])
    as t (workspace, type) on t.workspace = s.workspace and t.type = s.type where s.workspace = h.workspace
    and s.external_id = h.external_id)`;
const IS_OVERDUE = `((h.workspace = any($2::text[]) and not ${isOfTypes('$3', '$4')})
  or (h.workspace = any($5::text[]) and ${isOfTypes('$5', '$6')}))`;
const FATE = `case when not ${IS_OVERDUE} then 'stays' when ${ROW_IS_HELD} then 'held' else 'goes' end as fate`;

async function overdueShare(pool: Pool, piece: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await pool.query<{ share: number }>(
    `select coalesce(avg((fate = 'goes')::int), 0)::float8 as share
      from (select ${FATE} from ${piece} h tablesample system ($7::float8)) j`,
    [...values, Math.min(100, (100 * SAMPLED_BLOCKS) / Math.max(1, await blocksOf(pool, piece)))],
  );
  return rows[0]!.share;
}

async function blocksOf(pool: Pool, piece: string): Promise<number> {
  const { rows } = await pool.query<{ blocks: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as blocks`,
    [piece],
  );
  return rows[0]!.blocks;
}

/**
 * Checks the rows of a piece from its first block to its last.
 * @param change statement on the rows of `judged`
 * @param values its values; returns undefined if no more rows are due
 */
async function walk(
  { pool, stopping, onProgress }: Retaining,
  piece: string,
  change: string,
  values: () => unknown[] | undefined,
): Promise<{ gone: number; held: number }> {
  const counted = { gone: 0, held: 0 };
  const blocks = await blocksOf(pool, piece);
  for (let block = 0; block < blocks; block += BLOCKS) {
    const given = values();
    if (given === undefined) break;
    const judged = `judged as materialized (select h.ctid, h.*, ${FATE} from ${piece} h where h.ctid >= '(${block},0)'::tid
      and h.ctid < '(${block + BLOCKS},0)'::tid)`;
    const { rows } = await pool.query<{ gone: number; held: number }>(
      `with ${judged}, changed as (${change}) select count(*) filter (where fate = 'goes')::int as gone, count(*)
        filter (where fate = 'held')::int as held from judged`,
      given,
    );
    counted.gone += rows[0]!.gone;
    counted.held += rows[0]!.held;
    await onProgress?.();
    await sleep(PAUSE_MS, undefined, { signal: stopping });
  }
  return counted;
}
