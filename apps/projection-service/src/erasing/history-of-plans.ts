import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import { DAY_MS, listPieces, pieceEnd, type PartitionedTable } from '../tables/time-partitions.js';
import { heldNow, ROW_IS_HELD } from './held-history.js';
import { writeAlone } from './piece-deletes.js';

/** 8 MiB of a piece in one transaction, whoever owns the rows. */
const BLOCKS = 1024;
const PAUSE_MS = 20;
/** Clocks of gateways and directory may differ. */
const SKEW_MS = 3_600_000;

export interface ShortHistory {
  workspace: string;
  createdAt: string;
  /** Of objects of all types that have no days of their own; as many as the installation keeps, where nobody says less. */
  days: number;
  /** By type of object, of those that have. */
  ofTypes: { type: string; days: number }[];
}

/** Workspaces that keep less history than the installation does: by their plans, or by their own decision within them. */
export function shortHistories(copy: Pick<DirectoryCopy, 'knownWorkspaces' | 'limitsOf' | 'retentionOf'>, installationDays: number): ShortHistory[] {
  return [...copy.knownWorkspaces].flatMap(({ id, createdAt }) => {
    const most = Math.min(copy.limitsOf(id).historyDays ?? installationDays, installationDays);
    const own = copy.retentionOf(id);
    const days = Math.min(own?.historyDays ?? most, most);
    const ofTypes = (own?.types ?? []).flatMap(({ type, historyDays }) => (historyDays === undefined || Math.min(historyDays, most) === days ? [] : [{ type, days: Math.min(historyDays, most) }]));
    return days < installationDays || ofTypes.some((each) => each.days < installationDays) ? [{ workspace: id, createdAt, days, ofTypes }] : [];
  });
}

/** Days of history of the objects of a workspace that are kept for the shortest time. */
export const shortestDays = ({ days, ofTypes }: ShortHistory): number => Math.min(days, ...ofTypes.map((each) => each.days));

/** Which rows of a piece are too old. */
export interface Overdue {
  /** Workspaces whose rows are, but those of objects of the types in `butOf`. */
  all: string[];
  butOf: { workspace: string; type: string }[];
  /** Of the other workspaces: types whose rows are. */
  ofTypes: { workspace: string; type: string }[];
}

/** What of a piece that ends at `end` is older than it is to be kept; undefined: nothing. */
export function overdueIn(end: number, short: readonly ShortHistory[], now: number): Overdue | undefined {
  const overdue: Overdue = { all: [], butOf: [], ofTypes: [] };
  const isOver = (days: number): boolean => end <= now - days * DAY_MS;
  for (const { workspace, createdAt, days, ofTypes } of short) {
    if (Date.parse(createdAt) - SKEW_MS >= end) continue;
    const all = isOver(days);
    if (all) overdue.all.push(workspace);
    for (const each of ofTypes) if (isOver(each.days) !== all) overdue[all ? 'butOf' : 'ofTypes'].push({ workspace, type: each.type });
  }
  return overdue.all.length > 0 || overdue.ofTypes.length > 0 ? overdue : undefined;
}

export interface Pruning {
  pool: Pool;
  history: PartitionedTable;
  /** Asked again before each statement: a rule that was taken back, or a hold that came, binds in the middle of a piece. */
  short: () => readonly ShortHistory[];
  heldWorkspaces: () => readonly string[];
  now: number;
  stopping: AbortSignal;
}

/**
 * Takes the rows that plans and workspaces do not keep out of the pieces of the history that are wholly too old for them, as the
 * installation's own retention drops whole pieces; what is under a legal hold stays. The type that an object has now counts, and one that is
 * gone has none. A piece is read from its first block to its last, once for a set of rules and holds and at most once a day: no index finds the rows of
 * a workspace, and none is worth having for this.
 */
export async function pruneHistories({ pool, history, short, heldWorkspaces, now, stopping }: Pruning): Promise<{ piece: string; rows: number }[]> {
  if (short().length === 0) return [];
  const pieces = await listPieces(pool, history);
  const { rows: known } = await pool.query<{ piece: string; workspaces: string; pruned_at: Date }>('select piece, workspaces, pruned_at from pruned_piece');
  const before = new Map(known.map((row) => [row.piece, row]));
  const rulesNow = async (piece: string): Promise<{ overdue: Overdue | undefined; set: string }> => {
    const overdue = overdueIn(pieceEnd(history, piece), short(), now);
    const { held } = await heldNow(pool, heldWorkspaces());
    return { overdue, set: createHash('sha256').update(JSON.stringify([overdue, held])).digest('base64url') };
  };
  const pruned: { piece: string; rows: number }[] = [];
  for (const piece of pieces) {
    const { overdue, set } = await rulesNow(piece);
    const last = before.get(piece);
    if (overdue === undefined || last?.workspaces === set || (last && last.pruned_at.getTime() > now - DAY_MS)) continue;
    pruned.push({ piece, rows: await walk(pool, piece, () => overdueIn(pieceEnd(history, piece), short(), now), heldWorkspaces, stopping) });
    // By other rules, or around other holds, it is gone through again.
    if ((await rulesNow(piece)).set !== set) continue;
    await writeAlone(pool, 'insert into pruned_piece (piece, workspaces, pruned_at) values ($1, $2, $3) on conflict (piece) do update set workspaces = excluded.workspaces, pruned_at = excluded.pruned_at', [piece, set, new Date(now).toISOString()]);
  }
  if (pruned.length > 0) await writeAlone(pool, `delete from pruned_piece where starts_with(piece, $2) and piece <> all($1::text[])`, [pieces, `${history.table}_`]);
  return pruned;
}

/** Whether the object of a row `h` has one of some types now. */
const isOfTypes = (workspaces: string, types: string): string =>
  `exists (select from object_state s join unnest(${workspaces}::text[], ${types}::text[]) as t (workspace, type) on t.workspace = s.workspace and t.type = s.type where s.workspace = h.workspace and s.external_id = h.external_id)`;

async function walk(pool: Pool, piece: string, overdueNow: () => Overdue | undefined, heldWorkspaces: () => readonly string[], stopping: AbortSignal): Promise<number> {
  const { rows } = await pool.query<{ blocks: number }>(`select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as blocks`, [piece]);
  const names = (pairs: Overdue['butOf']): [string[], string[]] => [pairs.map(({ workspace }) => workspace), pairs.map(({ type }) => type)];
  let deleted = 0;
  for (let block = 0; block < rows[0]!.blocks; block += BLOCKS) {
    const overdue = overdueNow();
    if (overdue === undefined) break;
    deleted += await writeAlone(
      pool,
      `delete from ${piece} h where ctid >= '(${block},0)'::tid and ctid < '(${block + BLOCKS},0)'::tid
       and ((h.workspace = any($2::text[]) and not ${isOfTypes('$3', '$4')}) or (h.workspace = any($5::text[]) and ${isOfTypes('$5', '$6')}))
       and not ${ROW_IS_HELD}`,
      [heldWorkspaces(), overdue.all, ...names(overdue.butOf), ...names(overdue.ofTypes)],
    );
    await sleep(PAUSE_MS, undefined, { signal: stopping });
  }
  return deleted;
}
