import type { Pool } from 'pg';
import type { Narrowing } from '#identity/caller.js';
import { idInside } from '#identity/narrowing.js';
import type { ObjectState } from '#object-rules/object.js';
import { type Box, boxOf, rectanglesOf, touchesAntimeridian } from '../space/box.js';
import { keyRanges } from '../space/key-ranges.js';
import { LOOKED_AT, lookedAt, statementName } from './looked-at.js';
import { stateInside } from './narrowed-state.js';
import { type ReadModel, readModel } from './read-model.js';
import { type Selection, type StatesWithin, statesWithin } from './states-within.js';

/** Whether a list leaves archived objects out, includes them, or holds only them. */
export const ARCHIVED = ['exclude', 'include', 'only'] as const;
export type Archived = (typeof ARCHIVED)[number];

export interface ObjectFilter {
  workspace: string;
  box?: Box;
  type?: string;
  /** Objects of any of these types. */
  types?: readonly string[];
  archived: Archived;
  /** Of the token that reads; objects outside it are treated as missing. */
  narrowing?: Narrowing;
}

/** Objects ordered by id (bytes), so that an object that moves while pages are read is neither missed nor repeated. */
export class ObjectList {
  constructor(private readonly pool: Pool) {}

  /** The newest state. Undefined also for an object of another workspace or outside the narrowing, so that callers see no difference. */
  async find(workspace: string, externalId: string, narrowing?: Narrowing): Promise<ReadModel | undefined> {
    if (narrowing && !idInside(narrowing, externalId)) return undefined;
    const { rows } = await this.pool.query<{ state: ObjectState }>({
      name: 'object',
      text: 'select state from object_state where workspace = $1 and external_id = $2',
      values: [workspace, externalId],
    });
    const state = rows[0]?.state;
    return state === undefined || (narrowing && !stateInside(narrowing, state)) ? undefined : readModel(state, narrowing);
  }

  /**
   * A page may be short although more objects follow: its size in bytes is limited, too.
   * @param after id of the last object of the previous page
   * @returns at most `limit` objects, and whether more follow
   */
  async page(filter: ObjectFilter, after: string | undefined, limit: number): Promise<{ objects: ReadModel[]; more: boolean }> {
    const few = filter.box === undefined ? undefined : await this.ofFew({ ...filter, box: filter.box }, after, limit);
    const { states, count } = few ?? (await statesWithin(this.pool, listed(filter, after, limit + 1), limit));
    return { objects: states.map((state) => readModel(state, filter.narrowing)), more: count > states.length };
  }

  /** For a box around few objects; undefined when it holds more. */
  private async ofFew(
    { box, ...filter }: ObjectFilter & { box: Box },
    after: string | undefined,
    limit: number,
  ): Promise<StatesWithin | undefined> {
    const values: unknown[] = [];
    const value = (given: unknown): string => `$${values.push(given)}`;
    const table = lookedAt(filter.workspace, box, value);
    const conditions = [...objectConditions(filter, value), ...insideConditions(box, value)];
    const page = await statesWithin(
      this.pool,
      {
        text: ordered('looked', conditions, after, limit + 1, value),
        values,
        looked: { table, nameOf: filter.narrowing === undefined ? statementName : () => undefined },
      },
      limit,
    );
    return page.looked > LOOKED_AT ? undefined : page;
  }
}

/** An ObjectList that never reads from a replica: pages that come with a cursor must not be older than the cursor. */
export class SnapshotList extends ObjectList {}

/** Built for each request and planned with its values, since the number of rows in the ranges decides which index is best. */
function listed(filter: ObjectFilter, after: string | undefined, limit: number): Selection {
  const values: unknown[] = [];
  const value = (given: unknown): string => `$${values.push(given)}`;
  return { text: ordered('object_state', objectConditions(filter, value), after, limit, value), values };
}

function ordered(
  table: string,
  conditions: readonly string[],
  after: string | undefined,
  limit: number,
  value: (given: unknown) => string,
): string {
  const beyond = after === undefined ? [] : [`external_id > ${value(after)}`];
  return `select state from ${table} where ${[...conditions, ...beyond].join(' and ')} order by external_id limit ${value(limit)}::int`;
}

/** SQL over the columns of object_state. @param value adds a parameter and returns its placeholder */
export function objectConditions(filter: ObjectFilter, value: (given: unknown) => string): string[] {
  const conditions = [`workspace = ${value(filter.workspace)}`];
  if (filter.type !== undefined) conditions.push(`type = ${value(filter.type)}`);
  if (filter.types !== undefined) conditions.push(`type = any(${value(filter.types)}::text[])`);
  const { ids, idPrefix, types, bbox } = filter.narrowing ?? {};
  if (ids !== undefined) conditions.push(`external_id = any(${value(ids)}::text[])`);
  if (bbox !== undefined) conditions.push(...boxConditions(boxOf(bbox), value));
  if (idPrefix !== undefined) conditions.push(`external_id like ${value(`${idPrefix.replace(/[\\%_]/g, '\\$&')}%`)}`);
  if (types !== undefined) conditions.push(`type = any(${value(types)}::text[])`);
  if (filter.archived !== 'include') conditions.push(filter.archived === 'only' ? 'archived' : 'not archived');
  if (filter.box) conditions.push(...boxConditions(filter.box, value));
  return conditions;
}

/** SQL for objects in the box, found by its cells. @param value adds a parameter and returns its placeholder */
export function boxConditions(box: Box, value: (given: unknown) => string): string[] {
  const ranges = keyRanges(rectanglesOf(box)).map(({ from, to }) => `q16 between ${from} and ${to}`);
  return [`(${ranges.join(' or ')})`, ...insideConditions(box, value)];
}

/** SQL for objects in the box, with the same rules as `contains`. @param value adds a parameter and returns its placeholder */
export function insideConditions(box: Box, value: (given: unknown) => string): string[] {
  const [west, south, east, north] = [value(box.west), value(box.south), value(box.east), value(box.north)].map((v) => `${v}::float8`);
  const between = box.west <= box.east ? `lon between ${west} and ${east}` : `(lon >= ${west} or lon <= ${east})`;
  // A pole has no longitude, and both ends of the range are the same meridian.
  const anyLongitude = ['abs(lat) >= 90', ...(touchesAntimeridian(box) ? ['abs(lon) >= 180'] : [])];
  return [`lat between ${south} and ${north}`, `(${[between, ...anyLongitude].join(' or ')})`];
}
