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

/** Whether archived objects are there: as if they were not, beside the others, or they alone. */
export const ARCHIVED = ['exclude', 'include', 'only'] as const;
export type Archived = (typeof ARCHIVED)[number];

export interface ObjectFilter {
  workspace: string;
  box?: Box;
  type?: string;
  /** One of these. */
  types?: readonly string[];
  archived: Archived;
  /** Of the token that reads: objects outside of it are as if they were not there. */
  narrowing?: Narrowing;
}

/** Objects in the order of their ids (bytes), so that one that moves while pages are read is neither missed nor repeated. */
export class ObjectList {
  constructor(private readonly pool: Pool) {}

  /** The newest state; undefined also when the object is another workspace's, or outside of the narrowing: they look alike. */
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
   * A page may be short and have more behind it: so large were its objects together.
   * @param after id of the last object of the page before
   * @returns at most `limit` objects, and whether more follow
   */
  async page(filter: ObjectFilter, after: string | undefined, limit: number): Promise<{ objects: ReadModel[]; more: boolean }> {
    const few = filter.box === undefined ? undefined : await this.ofFew({ ...filter, box: filter.box }, after, limit);
    const { states, count } = few ?? (await statesWithin(this.pool, listed(filter, after, limit + 1), limit));
    return { objects: states.map((state) => readModel(state, filter.narrowing)), more: count > states.length };
  }

  /** Of a box around few objects; undefined: there are more. */
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

/** The same where a replica must not be asked: pages that come with a cursor must not be older than it. */
export class SnapshotList extends ObjectList {}

/** Written anew for each request and planned with its values: how many rows the ranges hold decides the index. */
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

/** SQL over the columns of object_state. @param value takes a parameter, and says how it is called */
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

/** SQL that holds for what lies in the box, found by its cells. @param value takes a parameter, and says how it is called */
export function boxConditions(box: Box, value: (given: unknown) => string): string[] {
  const ranges = keyRanges(rectanglesOf(box)).map(({ from, to }) => `q16 between ${from} and ${to}`);
  return [`(${ranges.join(' or ')})`, ...insideConditions(box, value)];
}

/** SQL that holds for what lies in the box, as `contains` says it. @param value takes a parameter, and says how it is called */
export function insideConditions(box: Box, value: (given: unknown) => string): string[] {
  const [west, south, east, north] = [value(box.west), value(box.south), value(box.east), value(box.north)].map((v) => `${v}::float8`);
  const between = box.west <= box.east ? `lon between ${west} and ${east}` : `(lon >= ${west} or lon <= ${east})`;
  // A pole has no longitude, and both ends of the range are one meridian.
  const anyLongitude = ['abs(lat) >= 90', ...(touchesAntimeridian(box) ? ['abs(lon) >= 180'] : [])];
  return [`lat between ${south} and ${north}`, `(${[between, ...anyLongitude].join(' or ')})`];
}
