import { changesIn, isInPack } from '../history/rows/packed-rows.js';
import { storedLineSql } from '../history/rows/stored-line.js';
import { listPieces } from '../storage/time-partitions.js';
import { type BlockRange, blockRanges, isGone } from './by-blocks.js';
import type { Compared, Difference } from './difference.js';

/** Blocks per statement, with a look-up for each of their rows. */
const BLOCKS = 256;

const isDistinct = (...columns: string[]): string => columns.map((name) => `h.${name} is distinct from n.${name}`).join(' or ');

interface ComparedTable {
  /** Columns that identify a row. */
  key: readonly string[];
  /** SQL for whether the other columns of the rows `h` and `n` differ. */
  differs: string;
  /** SQL for the rows of a piece in a range of blocks. @param other schema of the other side */
  rows: (piece: string, range: BlockRange, other: string) => string;
  /** SQL for whether a row `h` without a row of the same key is nevertheless there on the other side. */
  isThere: (other: string) => string;
}

const TABLES: Record<'history' | 'presence', ComparedTable> = {
  history: {
    key: ['external_id', 'revision', 'observed_at', 'received_at'],
    differs: `${isDistinct('workspace')} or (${isDistinct('change')} and ${storedLineSql('h')} is distinct from ${storedLineSql('n')})`,
    // A packed row that was carried over is the same on both sides.
    rows: (piece, range, other) => `(select r.external_id, r.workspace, c.* from ${piece} r cross join ${changesIn('r')} c
      where ${range('r')} and (r.packed is null or not exists (select from ${other}.history o where o.external_id = r.external_id
        and o.observed_at = r.observed_at and o.revision = r.revision and o.packed = r.packed and o.change = r.change
        and o.workspace = r.workspace offset 0)))`,
    isThere: (other) => isInPack(other, 'h'),
  },
  presence: {
    key: ['external_id', 'revision', 'received_at'],
    differs: isDistinct('workspace', 'day', 'q16', 'since_hour', 'until_hour'),
    rows: (piece, range) => `(select * from ${piece} r where ${range('r')})`,
    isThere: () => 'false',
  },
};

/**
 * Compares the rows of some blocks, piece by piece, with the rows of the same key on the other side; rows that exist on both sides are
 * compared from the side of the former projection. Covers changes that both have processed, neither has erased, and that are still kept.
 */
export async function* differentRows(compared: Compared, table: 'history' | 'presence'): AsyncGenerator<Difference[]> {
  const { pool, former, next, truncated, histories, oldest } = compared;
  // While the former projection still adds stays for older history, it lacks rows that the new one has.
  if (table === 'presence' && (truncated || !(await isMadeUp(compared)))) return;
  const { key, differs, rows, isThere } = TABLES[table];
  // Without OFFSET 0, the planner may look rows up by a part of the key that statistics call rare, and read most of the index for each.
  const sameKey = (relation: string): string => `lateral (select * from ${relation} o
    where ${key.map((name) => `o.${name} = h.${name}`).join(' and ')}${table === 'history' ? ' and o.packed is null' : ''} offset 0)`;
  for (const [side, other] of [
    [former, next],
    [next, former],
  ] as const) {
    const isFormer = side === former;
    for (const piece of await listPieces(pool, { table }, side)) {
      for await (const range of blockRanges(pool, `${side}.${piece}`, BLOCKS)) {
        const found = await pool
          .query<Difference>(
            `with suspects as materialized (
             select h.workspace, h.external_id, h.revision, h.received_at, n.external_id is null as alone
             from ${rows(`${side}.${piece}`, range, other)} h
             left join ${sameKey(`${other}.${table}`)} n on true
             where n.external_id is null and not ${isThere(other)}${isFormer ? ` or n.external_id is not null and (${differs})` : ''}
           )
           select '${table}' as table, h.external_id || '@' || h.revision as key, case when h.alone
           then '${isFormer ? 'only in the former' : 'only in the new'}' else 'different' end as what
           from suspects h
           join ${former}.object_state a on a.workspace = h.workspace and a.external_id = h.external_id
           join ${next}.object_state b on b.workspace = h.workspace and b.external_id = h.external_id
           left join ${former}.erased_object ea on ea.workspace = h.workspace and ea.external_id = h.external_id
           left join ${next}.erased_object eb on eb.workspace = h.workspace and eb.external_id = h.external_id
           left join unnest($1::text[], $2::timestamptz[]) as k (workspace, before) on k.workspace = h.workspace
           where h.revision <= least(a.seen, b.seen) and h.revision > greatest(ea.revision, eb.revision, 0)
           and h.received_at >= greatest(k.before, $3::timestamptz)`,
            [histories.map(({ workspace }) => workspace), histories.map(({ before }) => before), oldest],
          )
          .catch(unlessGone);
        if (found === undefined) break;
        yield found.rows;
      }
    }
  }
}

/** @returns undefined for a missing piece, since pieces that are too old may be dropped at any time */
function unlessGone(error: unknown): undefined {
  if (!isGone(error)) throw error;
}

async function isMadeUp({ pool, former }: Compared): Promise<boolean> {
  const { rows } = await pool.query<{ done: boolean }>(`select done_at is not null as done from ${former}.presence_progress`);
  return rows[0]!.done;
}
