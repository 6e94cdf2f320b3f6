import type { Pool, PoolClient } from 'pg';
import { int4Array, textArray } from '#postgres/binary-array.js';
import { inTransaction } from '#postgres/transaction.js';
import { COUNTED_LEVELS, FINEST_COUNTED } from '../map/counted-levels.js';
import { CATEGORY_FIELDS } from '../map/counted-categories.js';
import { holdOffSwap } from '../tables/swap-lock.js';

/** Changes that are summed at once. */
const BATCH = 20_000;
/** A recount reads all objects. */
const RECOUNT_PATIENCE = '10min';

/** Numbers of objects by cell, told apart by some keys. */
interface Counting {
  changes: string;
  counts: string;
  keys: readonly string[];
  /** What there is, in a table of states: workspace, code of the place, the keys. */
  counted: (states: string) => string;
}

const OBJECTS: Counting = { changes: 'cell_change', counts: 'cell_count', keys: ['type'], counted: (states) => `select workspace, q16, coalesce(type, '') as type from ${states} where not archived` };

const CATEGORIES: Counting = {
  changes: 'cell_category_change',
  counts: 'cell_category_count',
  keys: ['type', 'field', 'category'],
  // As countedCategories (map/counted-categories.ts) has them.
  counted: (states) => `select workspace, q16, coalesce(type, '') as type, field, category from ${states}, lateral (
      select key as field, value #>> '{value,categoryName}' as category from json_each(state -> 'fields')
      where value ->> 'type' = 'Category' and value #>> '{value,categoryName}' is not null order by key collate "C" limit ${CATEGORY_FIELDS}
    ) f where not archived`,
};

/** In the order of the key; a sum of zero writes nothing. */
function sumUp({ changes, counts, keys: names }: Counting): string {
  const keys = names.join(', ');
  return `
  with taken as (
    delete from ${changes} where ctid = any(array(select ctid from ${changes} limit $1)) returning workspace, cell, ${keys}, change
  ), summed as (
    select workspace, cell, ${keys}, sum(change)::int as change from taken group by workspace, cell, ${keys}
  ), by_level as (
    select workspace, level, cell >> (2 * (${FINEST_COUNTED} - level)) as cell, ${keys}, sum(change)::int as change
    from summed, unnest(array[${COUNTED_LEVELS.join(', ')}]) as level group by 1, 2, 3, ${keys} having sum(change) <> 0
  ), written as (
    insert into ${counts} as held (workspace, level, cell, ${keys}, count)
    select workspace, level, cell, ${keys}, change from by_level order by workspace, level, cell, ${keys}
    on conflict (workspace, level, cell, ${keys}) do update set count = held.count + excluded.count
    returning workspace, level, cell, ${keys}, count
  )
  select (select count(*) from taken)::int as taken, workspace, level, cell, ${keys} from (select) one left join written on count = 0`;
}

/** Nobody else writes them; by themselves they would stay for every cell that was ever passed. */
function deleteEmpty({ counts, keys }: Counting): string {
  return `
  delete from ${counts} c using unnest($1::int[], $2::int[], $3::text[]${keys.map((_key, at) => `, $${at + 4}::text[]`).join('')}) as k (level, cell, workspace, ${keys.join(', ')})
  where c.workspace = k.workspace and c.level = k.level and c.cell = k.cell ${keys.map((key) => `and c.${key} = k.${key}`).join(' ')} and c.count = 0`;
}

/** Tables `held` and `counted`: what the numbers say, with what is noted and not summed up yet, and what they are. */
function comparison({ changes, counts, keys: names, counted }: Counting, schema = ''): string {
  const keys = names.join(', ');
  return `
  with held as (
    select workspace, cell, ${keys}, sum(count)::int as count from (
      select workspace, cell, ${keys}, count from ${schema}${counts} where level = ${FINEST_COUNTED}
      union all select workspace, cell, ${keys}, change from ${schema}${changes}
    ) h group by workspace, cell, ${keys} having sum(count) <> 0
  ), counted as (
    select workspace, ((q16::bigint + 2147483648) >> ${2 * (16 - FINEST_COUNTED)})::int as cell, ${keys}, count(*)::int as count
    from (${counted(`${schema}object_state`)}) o group by 1, 2, ${keys}
  )`;
}

/**
 * What is held against what there is, both of one moment, as changes to be summed like any other: whatever units write meanwhile,
 * the sums come out right. Finds nothing as long as every writer of states notes its changes.
 */
function recount(counting: Counting): string {
  const keys = counting.keys.join(', ');
  return `${comparison(counting)}
  insert into ${counting.changes} (workspace, cell, ${keys}, change)
  select workspace, cell, ${keys}, coalesce(c.count, 0) - coalesce(h.count, 0)
  from held h full join counted c using (workspace, cell, ${keys}) where h.count is distinct from c.count`;
}

/** Queries for the cells of a schema whose numbers are wrong: the table's name and the row's key. */
export const WRONG_CELLS = [OBJECTS, CATEGORIES].map((counting) => (schema: string): string => {
  const keys = counting.keys.join(', ');
  return `${comparison(counting, `${schema}.`)}
  select '${counting.counts}' as table, concat_ws('/', workspace, cell, ${keys}) as key from held h full join counted c using (workspace, cell, ${keys}) where h.count is distinct from c.count`;
});

interface EmptyCell extends Record<string, string | number | null> {
  taken: number;
  workspace: string | null;
  level: number;
  cell: number;
}

/** Sums up what units noted. */
export function sumUpCells(pool: Pool): Promise<{ taken: number; more: boolean }> {
  return inTransaction(pool, async (client) => {
    await holdOffSwap(client);
    const sums = [await sumUpOf(client, OBJECTS), await sumUpOf(client, CATEGORIES)];
    return { taken: sums.reduce((sum, taken) => sum + taken, 0), more: sums.includes(BATCH) };
  });
}

/** @returns how many changes were taken up */
async function sumUpOf(client: PoolClient, counting: Counting): Promise<number> {
  const { counts, keys } = counting;
  const { rows } = await client.query<EmptyCell>({ name: `sum-up-${counts}`, text: sumUp(counting), values: [BATCH] });
  const empty = rows.filter(({ workspace }) => workspace !== null);
  if (empty.length > 0) {
    const values = [int4Array(empty.map(({ level }) => level)), int4Array(empty.map(({ cell }) => cell)), ...['workspace', ...keys].map((key) => textArray(empty.map((row) => row[key] as string)))];
    await client.query({ name: `delete-empty-${counts}`, text: deleteEmpty(counting), values });
  }
  return rows[0]!.taken;
}

/** @returns how many numbers were wrong; they are right once the changes are summed up */
export async function recountCells(pool: Pool): Promise<number> {
  return (await recountOf(pool, OBJECTS)) + (await recountOf(pool, CATEGORIES));
}

function recountOf(pool: Pool, counting: Counting): Promise<number> {
  return inTransaction(pool, async (client) => {
    await holdOffSwap(client);
    await client.query(`set local statement_timeout = '${RECOUNT_PATIENCE}'`);
    const { rowCount } = await client.query(recount(counting));
    return rowCount ?? 0;
  });
}
