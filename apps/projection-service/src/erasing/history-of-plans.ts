import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { DAY_MS, listPieces, pieceEnd, type PartitionedTable } from '../tables/time-partitions.js';
import { writeAlone } from './piece-deletes.js';

/** 8 MiB of a piece in one transaction, whoever owns the rows. */
const BLOCKS = 1024;
const PAUSE_MS = 20;
/** Clocks of gateways and directory may differ. */
const SKEW_MS = 3_600_000;

export interface ShortHistory {
  workspace: string;
  createdAt: string;
  days: number;
}

/** Workspaces whose plans keep less history than the installation does. */
export function shortHistories(copy: DirectoryCopy, installationDays: number): ShortHistory[] {
  return [...copy.knownWorkspaces].flatMap(({ id, createdAt }) => {
    const days = copy.limitsOf(id).historyDays;
    return days !== null && days < installationDays ? [{ workspace: id, createdAt, days }] : [];
  });
}

/** Those of which a piece that ends at `end` may hold rows that are all older than they are to be kept. */
export function overdueIn(end: number, short: readonly ShortHistory[], now: number): string[] {
  return short.filter(({ days, createdAt }) => end <= now - days * DAY_MS && Date.parse(createdAt) - SKEW_MS < end).map(({ workspace }) => workspace);
}

/**
 * Takes the rows that plans do not keep out of the pieces of the history that are wholly too old for them, as the installation's own
 * retention drops whole pieces. A piece is read from its first block to its last, once for a set of workspaces and at most once
 * a day: no index finds the rows of a workspace, and none is worth having for this.
 */
export async function pruneHistories(pool: Pool, history: PartitionedTable, short: readonly ShortHistory[], now: number, stopping: AbortSignal): Promise<{ piece: string; rows: number }[]> {
  if (short.length === 0) return [];
  const pieces = await listPieces(pool, history);
  const { rows: known } = await pool.query<{ piece: string; workspaces: string; pruned_at: Date }>('select piece, workspaces, pruned_at from pruned_piece');
  const before = new Map(known.map((row) => [row.piece, row]));
  const pruned: { piece: string; rows: number }[] = [];
  for (const piece of pieces) {
    const workspaces = overdueIn(pieceEnd(history, piece), short, now).sort();
    const last = before.get(piece);
    const set = createHash('sha256').update(workspaces.join(' ')).digest('base64url');
    if (workspaces.length === 0 || last?.workspaces === set || (last && last.pruned_at.getTime() > now - DAY_MS)) continue;
    pruned.push({ piece, rows: await walk(pool, piece, workspaces, stopping) });
    await writeAlone(pool, 'insert into pruned_piece (piece, workspaces, pruned_at) values ($1, $2, $3) on conflict (piece) do update set workspaces = excluded.workspaces, pruned_at = excluded.pruned_at', [piece, set, new Date(now).toISOString()]);
  }
  if (pruned.length > 0) await writeAlone(pool, `delete from pruned_piece where starts_with(piece, $2) and piece <> all($1::text[])`, [pieces, `${history.table}_`]);
  return pruned;
}

async function walk(pool: Pool, piece: string, workspaces: readonly string[], stopping: AbortSignal): Promise<number> {
  const { rows } = await pool.query<{ blocks: number }>(`select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as blocks`, [piece]);
  let deleted = 0;
  for (let block = 0; block < rows[0]!.blocks; block += BLOCKS) {
    deleted += await writeAlone(pool, `delete from ${piece} where ctid >= '(${block},0)'::tid and ctid < '(${block + BLOCKS},0)'::tid and workspace = any($1::text[])`, [workspaces]);
    await sleep(PAUSE_MS, undefined, { signal: stopping });
  }
  return deleted;
}
