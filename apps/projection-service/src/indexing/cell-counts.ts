import type { Pool } from 'pg';
import { int4Array, textArray } from '#postgres/binary-array.js';
import { inTransaction } from '#postgres/transaction.js';
import { COUNTED_LEVELS, FINEST_COUNTED } from '../map/counted-levels.js';
import { holdOffSwap } from '../tables/swap-lock.js';

/** Changes that are summed at once. */
const BATCH = 20_000;

/** In the order of the key; a sum of zero writes nothing. */
const SUM_UP = `
  with taken as (
    delete from cell_change where ctid = any(array(select ctid from cell_change limit $1)) returning workspace, cell, type, change
  ), summed as (
    select workspace, cell, type, sum(change)::int as change from taken group by 1, 2, 3
  ), by_level as (
    select workspace, level, cell >> (2 * (${FINEST_COUNTED} - level)) as cell, type, sum(change)::int as change
    from summed, unnest(array[${COUNTED_LEVELS.join(', ')}]) as level group by 1, 2, 3, 4 having sum(change) <> 0
  ), written as (
    insert into cell_count as held (workspace, level, cell, type, count)
    select workspace, level, cell, type, change from by_level order by 1, 2, 3, 4
    on conflict (workspace, level, cell, type) do update set count = held.count + excluded.count
    returning workspace, level, cell, type, count
  )
  select (select count(*) from taken)::int as taken, workspace, level, cell, type from (select) one left join written on count = 0`;

/** Nobody else writes them; by themselves they would stay for every cell that was ever passed. */
const DELETE_EMPTY = `
  delete from cell_count c using unnest($1::text[], $2::int[], $3::int[], $4::text[]) as k (workspace, level, cell, type)
  where c.workspace = k.workspace and c.level = k.level and c.cell = k.cell and c.type = k.type and c.count = 0`;

/**
 * What is held against what there is, both of one moment, as changes to be summed like any other: whatever units write meanwhile,
 * the sums come out right. Finds nothing as long as every writer of states notes its changes.
 */
const RECOUNT = `
  with held as (
    select workspace, cell, type, sum(count)::int as count from (
      select workspace, cell, type, count from cell_count where level = ${FINEST_COUNTED}
      union all select workspace, cell, type, change from cell_change
    ) h group by 1, 2, 3
  ), counted as (
    select workspace, ((q16::bigint + 2147483648) >> ${2 * (16 - FINEST_COUNTED)})::int as cell, coalesce(type, '') as type, count(*)::int as count
    from object_state where not archived group by 1, 2, 3
  )
  insert into cell_change (workspace, cell, type, change)
  select workspace, cell, type, coalesce(c.count, 0) - coalesce(h.count, 0)
  from held h full join counted c using (workspace, cell, type) where coalesce(c.count, 0) <> coalesce(h.count, 0)`;

interface EmptyCell {
  taken: number;
  workspace: string | null;
  level: number;
  cell: number;
  type: string;
}

/** Sums up what units noted. */
export function sumUpCells(pool: Pool): Promise<{ taken: number; more: boolean }> {
  return inTransaction(pool, async (client) => {
    await holdOffSwap(client);
    const { rows } = await client.query<EmptyCell>({ name: 'sum-up-cells', text: SUM_UP, values: [BATCH] });
    const empty = rows.filter(({ workspace }) => workspace !== null);
    if (empty.length > 0) {
      const values = [textArray(empty.map(({ workspace }) => workspace)), int4Array(empty.map(({ level }) => level)), int4Array(empty.map(({ cell }) => cell)), textArray(empty.map(({ type }) => type))];
      await client.query({ name: 'delete-empty-cells', text: DELETE_EMPTY, values });
    }
    const { taken } = rows[0]!;
    return { taken, more: taken === BATCH };
  });
}

/** @returns in how many cells the numbers were wrong; they are right once the changes are summed up */
export function recountCells(pool: Pool): Promise<number> {
  return inTransaction(pool, async (client) => {
    await holdOffSwap(client);
    const { rowCount } = await client.query(RECOUNT);
    return rowCount ?? 0;
  });
}
