import type { Pool } from 'pg';
import { writeTransaction } from '../../storage/swap-lock.js';
import { CATEGORIES, type Counting, OBJECTS } from './cell-counts.js';
import { FINEST_COUNTED } from './counted-levels.js';

/**
 * Objects per statement, though one cell is never split. Limited because a long-lived snapshot keeps the server from vacuuming dead rows
 * of all writers.
 */
const OBJECTS_AT_ONCE = 10_000;
const CELLS = 4 ** FINEST_COUNTED;
/** Bits of a code below the finest counted level. */
const SHIFT = 2 * (16 - FINEST_COUNTED);
const CODES_HALF = 2 ** 31;

/** A range of a workspace's cells, excluding its end. */
interface CellRange {
  workspace: string;
  from: number;
  to: number;
}

const valuesOf = ({ workspace, from, to }: CellRange): (string | number)[] => [workspace, from, to, firstCode(from), firstCode(to)];
const firstCode = (cell: number): number => cell * 2 ** SHIFT - CODES_HALF;

/**
 * SQL of tables `held` and `counted` for a range ($1 workspace, $2 and $3 cells, $4 and $5 codes): the stored counts, including queued
 * changes, and the true counts.
 */
function comparison({ changes, counts, keys: names, counted }: Counting, schema: string): string {
  const keys = names.join(', ');
  const inRange = 'workspace = $1 and cell >= $2::int and cell < $3::int';
  return `
  with held as (
    select workspace, cell, ${keys}, sum(count)::int as count from (
      select workspace, cell, ${keys}, count from ${schema}${counts} where level = ${FINEST_COUNTED} and ${inRange}
      union all select workspace, cell, ${keys}, change from ${schema}${changes} where ${inRange}
    ) h group by workspace, cell, ${keys} having sum(count) <> 0
  ), counted as (
    select workspace, ((q16::bigint + ${CODES_HALF}) >> ${SHIFT})::int as cell, ${keys}, count(*)::int as count
    from (${counted(`(select * from ${schema}object_state where workspace = $1 and q16 >= $4::bigint and q16 < $5::bigint) s`)}) o group by 1, 2, ${keys}
  )`;
}

/**
 * Queues the differences between stored and true counts, both from one snapshot, as changes like any other, so that concurrent writes of
 * units do not matter. An object that moves from one range to another between two statements affects both kinds of counts equally, since a
 * unit writes both in one transaction. Finds nothing as long as every writer of states queues its changes.
 */
function recount(counting: Counting): string {
  const keys = counting.keys.join(', ');
  return `${comparison(counting, '')}
  insert into ${counting.changes} (workspace, cell, ${keys}, change)
  select workspace, cell, ${keys}, coalesce(c.count, 0) - coalesce(h.count, 0)
  from held h full join counted c using (workspace, cell, ${keys}) where h.count is distinct from c.count`;
}

/**
 * @param between called between two ranges, for other work; may throw to end the recount
 * @returns number of wrong counts, which are correct once the queued changes are processed
 */
export async function recountCells(pool: Pool, between: () => Promise<void> = () => Promise.resolve()): Promise<number> {
  let wrong = 0;
  for (const counting of [OBJECTS, CATEGORIES]) {
    for await (const range of rangesOf(pool, counting, '')) {
      wrong += await writeTransaction(pool, async (client) => {
        // Otherwise two instances that both believe to hold the lock would correct the same differences twice.
        await client.query(`select pg_advisory_xact_lock(hashtext('waymark.recount.' || current_schema()))`);
        return (await client.query({ name: `recount-${counting.counts}`, text: recount(counting), values: valuesOf(range) })).rowCount ?? 0;
      });
      await between();
    }
  }
  return wrong;
}

export interface WrongCell {
  table: 'cell_count' | 'cell_category_count';
  key: string;
}

/** The cells of a schema with wrong counts, range by range. */
export async function* wrongCells(pool: Pool, schema: string): AsyncGenerator<WrongCell[]> {
  for (const counting of [OBJECTS, CATEGORIES]) {
    const keys = counting.keys.join(', ');
    const text = `${comparison(counting, `${schema}.`)}
      select '${counting.counts}' as table, concat_ws('/', workspace, cell, ${keys}) as key from held h full join counted c
      using (workspace, cell, ${keys}) where h.count is distinct from c.count order by 2`;
    for await (const range of rangesOf(pool, counting, `${schema}.`)) yield (await pool.query<WrongCell>(text, valuesOf(range))).rows;
  }
}

async function* rangesOf(pool: Pool, { counts }: Counting, schema: string): AsyncGenerator<CellRange> {
  for (let workspace = ''; ;) {
    const { rows: found } = await pool.query<{ workspace: string | null }>(
      `select min(workspace) as workspace from (
         select min(workspace) as workspace from ${schema}object_state where workspace > $1 union all select min(workspace)
         from ${schema}${counts} where workspace > $1
       ) m`,
      [workspace],
    );
    const next = found[0]!.workspace;
    if (next === null) return;
    workspace = next;
    for (let from = 0; from < CELLS;) {
      const { rows } = await pool.query<{ cell: number }>(
        `select ((q16::bigint + ${CODES_HALF}) >> ${SHIFT})::int as cell from ${schema}object_state where workspace = $1
          and q16 >= $2::bigint order by q16 offset ${OBJECTS_AT_ONCE} limit 1`,
        [workspace, firstCode(from)],
      );
      const to = rows[0] === undefined ? CELLS : rows[0].cell + 1;
      yield { workspace, from, to };
      from = to;
    }
  }
}
