import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { asOneInstance } from '#postgres/one-instance.js';
import { writeAlone } from '../../storage/piece-deletes.js';
import { DAY_MS, dropPiece, oldestPiece, type PartitionedTable, pieceName } from '../../storage/time-partitions.js';
import { HISTORY_COLUMNS } from '../rows/packed-rows.js';
import { holdsMark } from './holds-mark.js';

/** 8 MiB of a piece are copied in one transaction. */
const BLOCKS = 1024;
const PAUSE_MS = 20;
/** How many times to copy rows of holds that arrive during the copy; even later holds wait for the next round. */
const PASSES = 5;

/** Condition on a table `h`: rows under a legal hold; $1 are held workspaces. */
export const ROW_IS_HELD =
  '(h.workspace = any($1::text[]) or exists (select from held_object o where o.workspace = h.workspace and o.external_id = h.external_id))';

/** All holds as texts: `held` is equal for equal holds; `noted` changes with every new hold, even if that was released again. */
export async function heldNow(db: Pool | PoolClient, workspaces: readonly string[]): Promise<{ held: string; noted: string }> {
  const { rows } = await db.query<{ held: string; noted: string }>(
    `select count(*) || '/' || coalesce(sum(hashtextextended(workspace || ' ' || external_id, 0)::numeric), 0) as held,
       coalesce(pg_sequence_last_value(pg_get_serial_sequence('held_object', 'noted')::regclass), 0)::text as noted from held_object`,
  );
  return { held: `${rows[0]!.held} ${[...workspaces].sort().join(' ')}`, noted: rows[0]!.noted };
}

export interface HeldHistoryOptions {
  copy: DirectoryCopy;
  /** Needs at least two connections: one holds the lock, the other does the work. */
  pool: Pool;
  /**
   * Time in milliseconds until which all requested holds are in the tables; undefined if unknown. Older pieces can be dropped without
   * losing rows under a hold.
   */
  appliedUntil: () => number | undefined;
}

/** Rows under a legal hold outlive the pieces of the history: they are copied before the pieces are dropped. */
export class HeldHistory {
  /** The block at which deleting of released rows continues, and the holds for which it began. */
  private walk: { block: number; holds: string } | undefined;
  private releasedFor: string | undefined;

  constructor(private readonly options: HeldHistoryOptions) {}

  /**
   * Drops a piece of the history once its rows under a hold are copied.
   * @returns false if the piece cannot be dropped now: the directory is not read yet, the projection is not far enough, another instance
   *   is doing the work, or holds have arrived in the meantime
   */
  async drop(history: PartitionedTable, piece: string, stopping: AbortSignal): Promise<boolean> {
    const until = this.options.appliedUntil();
    // A record that has not been read yet may be a hold.
    if (!this.options.copy.complete || until === undefined || piece >= pieceName(history, oldestPiece(history, until))) return false;
    return (await asOneInstance(this.options.pool, 'waymark.held-history', () => this.keepAndDrop(history, piece, stopping))) ?? false;
  }

  private async keepAndDrop(history: PartitionedTable, piece: string, stopping: AbortSignal): Promise<boolean> {
    const { copy, pool } = this.options;
    const table = await oidOf(pool, piece);
    const kept = new Set(copy.heldWorkspaces);
    const begun = await holdsMark(pool);
    if (begun.some || kept.size > 0) await keepRows(pool, piece, [...kept], ROW_IS_HELD, stopping);
    let since = begun.mark;
    for (let pass = 0; pass < PASSES; pass++) {
      const { mark } = await holdsMark(pool);
      if (mark > since) await writeAlone(pool, keepObjectsSql(piece, since), []);
      since = mark;
      let more: string[] = [];
      const dropped = await dropPiece(pool, history, piece, {
        // The lock blocks writers of holds: a hold is either written before this point, or after the piece is gone.
        look: `select to_regclass('${piece}')::oid as oid; lock table held_object in share mode`,
        mayBe: ([now]) => {
          // A rebuild may have swapped in another piece with this name, whose rows were not copied.
          if ((now!.rows[0] as { oid: number | null }).oid !== table) return undefined;
          more = copy.heldWorkspaces.filter((id) => !kept.has(id));
          return more.length > 0 ? undefined : keepObjectsSql(piece, mark);
        },
      });
      if (dropped || more.length === 0) return dropped;
      await keepRows(pool, piece, more, 'h.workspace = any($1::text[])', stopping);
      for (const id of more) kept.add(id);
    }
    return false;
  }

  /**
   * Deletes the kept rows of released holds, starting where the last run stopped. Reads nothing if no hold was added or released, except
   * once a day. @returns number of rows
   */
  async releaseHeld(stopping: AbortSignal): Promise<number> {
    const { copy, pool } = this.options;
    if (!copy.complete) return 0;
    const { held, noted } = await heldNow(pool, copy.heldWorkspaces);
    const holds = `${held} ${noted} ${Math.floor(Date.now() / DAY_MS)}`;
    if (this.walk === undefined && this.releasedFor === holds) return 0;
    this.walk ??= { block: 0, holds };
    let deleted = 0;
    for (const blocks = await blocksOf(pool, 'history_kept'); this.walk.block < blocks; this.walk.block += BLOCKS) {
      if (stopping.aborted) return deleted;
      deleted += await writeAlone(pool, `delete from history_kept h where ${inBlocks(this.walk.block)} and not ${ROW_IS_HELD}`, [
        copy.heldWorkspaces,
      ]);
    }
    this.releasedFor = this.walk.holds;
    this.walk = undefined;
    return deleted;
  }
}

const inBlocks = (block: number): string => `h.ctid >= '(${block},0)'::tid and h.ctid < '(${block + BLOCKS},0)'::tid`;

async function blocksOf(pool: Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ blocks: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as blocks`,
    [table],
  );
  return rows[0]!.blocks;
}

async function oidOf(db: Pool | PoolClient, table: string): Promise<number | undefined> {
  const { rows } = await db.query<{ oid: number | null }>('select to_regclass($1)::oid as oid', [table]);
  return rows[0]!.oid ?? undefined;
}

/** SQL that copies rows; existing ones stay unchanged. */
const keepSql = (from: string): string => `
  insert into history_kept (${HISTORY_COLUMNS.join(', ')}) select ${HISTORY_COLUMNS.map((column) => `h.${column}`).join(', ')} from ${from}
    and h.revision > coalesce((select e.revision from erased_object e where e.workspace = h.workspace and e.external_id = h.external_id), 0)
  on conflict do nothing`;

/** Copies rows block by block, since no index finds the rows of a workspace. @param whose a condition on `h`; $1 are workspaces */
async function keepRows(pool: Pool, piece: string, workspaces: readonly string[], whose: string, stopping: AbortSignal): Promise<void> {
  const blocks = await blocksOf(pool, piece);
  for (let block = 0; block < blocks; block += BLOCKS) {
    await writeAlone(pool, keepSql(`${piece} h where ${inBlocks(block)} and ${whose}`), [workspaces]);
    await sleep(PAUSE_MS, undefined, { signal: stopping });
  }
}

/** SQL that copies rows of objects whose holds were noted after a mark. There are only few, so each is looked up. */
const keepObjectsSql = (piece: string, mark: number): string =>
  keepSql(`held_object o join ${piece} h on h.external_id = o.external_id and h.workspace = o.workspace where o.noted > ${mark}`);
