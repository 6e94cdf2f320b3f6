import type { Pool, PoolClient } from 'pg';
import type { ObjectState } from '#object-rules/object.js';
import { textArray } from '#postgres/binary-array.js';
import { textSize } from '#postgres/text-size.js';

/** Limit of one page: a state may have a megabyte, and a page a thousand states. */
const PAGE_BYTES = 8 * 1024 * 1024;

/** A query for states: its rows have a column `state`, in the order of the result. */
export interface Selection {
  text: string;
  values: unknown[];
  /** A numeric column to return with each state. */
  extra?: string;
  /** A common table expression that `text` reads, and the name under which the statement is prepared. */
  looked?: { table: string; nameOf: (text: string) => string | undefined };
}

/** The first states of a selection. */
export interface StatesWithin {
  states: ObjectState[];
  /** The value of the numeric column for each state. */
  extras: number[];
  /** Number of rows of the selection, including those whose states exceed the limits. */
  count: number;
  /** Number of rows of the common table expression. */
  looked: number;
}

/** "offset 0" makes the server calculate each size only once. */
function withinSql({ text, extra = 'null::float8', looked }: Selection, limit: string): string {
  const fits = `filter (where place <= ${limit} and (upto <= ${PAGE_BYTES} or place = 1))`;
  return `${looked === undefined ? '' : `with ${looked.table} `}select string_agg(state::text, ',') ${fits} as states,
    array_agg(extra) ${fits} as extras,
      count(*)::int as count, ${looked === undefined ? '0' : '(select count(*)::int from looked)'} as looked
    from (select state, extra, sum(size) over w as upto, row_number() over w as place
      from (select state, ${extra} as extra, ${textSize('state')} as size
      from (${text}) s offset 0) s window w as (rows unbounded preceding)) s`;
}

/**
 * The states of the first rows of a selection: at most `limit`, fewer if together they are larger than a page, but at least one. They
 * are sent in one row, which costs less on both sides than a row for each.
 */
export async function statesWithin(client: Pool | PoolClient, selection: Selection, limit: number): Promise<StatesWithin> {
  const values = [...selection.values, limit];
  const text = withinSql(selection, `$${values.length}::int`);
  const { rows } = await client.query<{ states: string | null; extras: number[] | null; count: number; looked: number }>({
    name: selection.looked?.nameOf(text),
    text,
    values,
  });
  const { states, extras, count, looked } = rows[0]!;
  return { states: JSON.parse(`[${states ?? ''}]`) as ObjectState[], extras: extras ?? [], count, looked };
}

const NAMED = `
  select o.state from unnest($1::text[], $2::text[]) with ordinality as k (workspace, external_id, place)
  join object_state o on o.workspace = k.workspace and o.external_id = k.external_id order by k.place`;

/** An id, and the workspace in which to look for it. */
export type Owned = readonly [externalId: string, workspace: string];

/** The states of those of these objects that exist, in order, as many as fit on a page. */
export function statesOf(client: Pool | PoolClient, objects: readonly Owned[]): Promise<StatesWithin> {
  const values = [textArray(objects.map(([, workspace]) => workspace)), textArray(objects.map(([externalId]) => externalId))];
  return statesWithin(client, { text: NAMED, values }, objects.length);
}

/** The states of all of these objects, in stretches that fit into memory. Missing objects have no state in a stretch. */
export async function* stretchesOf(
  client: Pool | PoolClient,
  objects: readonly Owned[],
): AsyncGenerator<{ objects: readonly Owned[]; states: ObjectState[] }> {
  for (let left = objects; left.length > 0;) {
    const { states, count } = await statesOf(client, left);
    // Missing objects are not in the answer, so the stretch ends at the object of its last state.
    const taken = states.length < count ? left.findIndex(([externalId]) => externalId === states.at(-1)!.externalId) + 1 : left.length;
    yield { objects: left.slice(0, taken), states };
    left = left.slice(taken);
  }
}
