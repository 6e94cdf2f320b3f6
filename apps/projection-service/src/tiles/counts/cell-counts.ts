import type { Pool, PoolClient } from 'pg';
import { int4Array, textArray } from '#postgres/binary-array.js';
import { writeTransaction } from '../../storage/swap-lock.js';
import { inTurn, type Queue, type WorkspaceTurns } from '../../storage/workspace-turns.js';
import { CATEGORY_FIELDS } from './counted-categories.js';
import { COUNTED_LEVELS, FINEST_COUNTED } from './counted-levels.js';

/** Changes per batch. */
const BATCH = 20_000;

/** Counts of objects by cell and some keys. */
export interface Counting {
  changes: Queue;
  counts: string;
  keys: readonly string[];
  /** SQL for the objects to count in a table of states: workspace, code of the position, and the keys. */
  counted: (states: string) => string;
}

export const OBJECTS: Counting = {
  changes: 'cell_change',
  counts: 'cell_count',
  keys: ['type'],
  counted: (states) => `select workspace, q16, coalesce(type, '') as type from ${states} where not archived`,
};

export const CATEGORIES: Counting = {
  changes: 'cell_category_change',
  counts: 'cell_category_count',
  keys: ['type', 'field', 'category'],
  // By the same rule as countedCategories (counted-categories.ts).
  counted: (states) => `select workspace, q16, coalesce(type, '') as type, field, category from ${states}, lateral (
      select key as field, value #>> '{value,categoryName}' as category from json_each(state -> 'fields')
      where value ->> 'type' = 'Category' and value #>> '{value,categoryName}' is not null order by key collate "C" limit ${CATEGORY_FIELDS}
    ) f where not archived`,
};

/** SQL that adds changes to the counts in key order; a sum of zero writes nothing. */
function sumUp({ changes, counts, keys: names }: Counting): string {
  const keys = names.join(', ');
  return `
  with ${inTurn(changes)}, taken as (
    delete from ${changes} where ctid = any(array(select place from places)) returning workspace, cell, ${keys}, change
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
  select (select count(*) from taken)::int as taken, n.workspace as next, w.workspace, level, cell, ${keys}
  from next n left join written w on count = 0`;
}

/** SQL that deletes empty rows, which would otherwise remain for every cell that an object has passed. There is only one writer. */
function deleteEmpty({ counts, keys }: Counting): string {
  return `
  delete from ${counts} c using unnest($1::int[], $2::int[],
  $3::text[]${keys.map((_key, at) => `, $${at + 4}::text[]`).join('')}) as k (level, cell, workspace, ${keys.join(', ')})
  where c.workspace = k.workspace and c.level = k.level
  and c.cell = k.cell ${keys.map((key) => `and c.${key} = k.${key}`).join(' ')} and c.count = 0`;
}

interface EmptyCell extends Record<string, string | number | null> {
  taken: number;
  next: string;
  workspace: string | null;
  level: number;
  cell: number;
}

/** Adds the queued changes of units to the counts, of all workspaces in turn. */
export function sumUpCells(pool: Pool, turns: WorkspaceTurns = new Map()): Promise<{ taken: number; more: boolean }> {
  return writeTransaction(pool, async (client) => {
    const sums = [await sumUpOf(client, OBJECTS, turns), await sumUpOf(client, CATEGORIES, turns)];
    return { taken: sums.reduce((sum, taken) => sum + taken, 0), more: sums.includes(BATCH) };
  });
}

/** @returns number of processed changes */
async function sumUpOf(client: PoolClient, counting: Counting, turns: WorkspaceTurns): Promise<number> {
  const { changes, counts, keys } = counting;
  const values = [BATCH, turns.get(changes) ?? ''];
  const { rows } = await client.query<EmptyCell>({ name: `sum-up-${counts}`, text: sumUp(counting), values });
  turns.set(changes, rows[0]!.next);
  const empty = rows.filter(({ workspace }) => workspace !== null);
  if (empty.length > 0) {
    const emptied = [
      int4Array(empty.map(({ level }) => level)),
      int4Array(empty.map(({ cell }) => cell)),
      ...['workspace', ...keys].map((key) => textArray(empty.map((row) => row[key] as string))),
    ];
    await client.query({ name: `delete-empty-${counts}`, text: deleteEmpty(counting), values: emptied });
  }
  return rows[0]!.taken;
}
