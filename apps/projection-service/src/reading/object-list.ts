import type { Pool } from 'pg';
import type { Narrowing } from '#identity/caller.js';
import { idInside } from '#identity/narrowing.js';
import type { ObjectState } from '#object-rules/object.js';
import { boxOf, touchesAntimeridian, rectanglesOf, type Box } from '../space/box.js';
import { keyRanges } from '../space/key-ranges.js';
import { stateInside } from './narrowed-state.js';
import { readModel, type ReadModel } from './read-model.js';

export interface ObjectFilter {
  workspace: string;
  box?: Box;
  type?: string;
  includeArchived: boolean;
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

  /** @param after id of the last object of the page before @returns at most `limit` objects, and whether more follow */
  async page(filter: ObjectFilter, after: string | undefined, limit: number): Promise<{ objects: ReadModel[]; more: boolean }> {
    const { text, values } = listQuery(filter, after, limit + 1);
    const { rows } = await this.pool.query<{ state: ObjectState }>(text, values);
    return { objects: rows.slice(0, limit).map(({ state }) => readModel(state, filter.narrowing)), more: rows.length > limit };
  }
}

/** The same where a replica must not be asked: pages that come with a cursor must not be older than it. */
export class SnapshotList extends ObjectList {}

/** Written anew for each request and planned with its values: how many rows the ranges hold decides the index. */
function listQuery(filter: ObjectFilter, after: string | undefined, limit: number): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const conditions = objectConditions(filter, value);
  if (after !== undefined) conditions.push(`external_id > ${value(after)}`);
  return { text: `select state from object_state where ${conditions.join(' and ')} order by external_id limit ${limit}`, values };
}

/** SQL over the columns of object_state. @param value takes a parameter, and says how it is called */
export function objectConditions(filter: ObjectFilter, value: (given: unknown) => string): string[] {
  const conditions = [`workspace = ${value(filter.workspace)}`];
  if (filter.type !== undefined) conditions.push(`type = ${value(filter.type)}`);
  const { ids, idPrefix, types, bbox } = filter.narrowing ?? {};
  if (ids !== undefined) conditions.push(`external_id = any(${value(ids)}::text[])`);
  if (bbox !== undefined) conditions.push(...boxConditions(boxOf(bbox), value));
  if (idPrefix !== undefined) conditions.push(`external_id like ${value(`${idPrefix.replace(/[\\%_]/g, '\\$&')}%`)}`);
  if (types !== undefined) conditions.push(`type = any(${value(types)}::text[])`);
  if (!filter.includeArchived) conditions.push('not archived');
  if (filter.box) conditions.push(...boxConditions(filter.box, value));
  return conditions;
}

/** SQL that holds for what lies in the box, as `contains` says it. @param value takes a parameter, and says how it is called */
export function boxConditions(box: Box, value: (given: unknown) => string): string[] {
  const ranges = keyRanges(rectanglesOf(box)).map(({ from, to }) => `q16 between ${from} and ${to}`);
  const [west, south, east, north] = [value(box.west), value(box.south), value(box.east), value(box.north)].map((v) => `${v}::float8`);
  const between = box.west <= box.east ? `lon between ${west} and ${east}` : `(lon >= ${west} or lon <= ${east})`;
  // A pole has no longitude, and both ends of the range are one meridian.
  const anyLongitude = ['abs(lat) >= 90', ...(touchesAntimeridian(box) ? ['abs(lon) >= 180'] : [])];
  return [`(${ranges.join(' or ')})`, `lat between ${south} and ${north}`, `(${[between, ...anyLongitude].join(' or ')})`];
}
