import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import type { Narrowing } from '#identity/caller.js';
import { inBoundedTime } from '../reading/bounded-time.js';
import { objectConditions } from '../reading/object-filter.js';
import { READ_POOL } from '../storage/pools.js';
import { COUNTED_LEVELS } from '../tiles/counts/counted-levels.js';

const TIMEOUT_MS = 5_000;
/** Most objects examined for a token that is narrowed to a place or to ids. */
const LOOKED_AT = 10_000;

export interface TypeCount {
  type: string;
  count: number;
}

export interface TypeList {
  types: TypeCount[];
  /** Whether there are more types or objects than were examined. */
  more: boolean;
}

/** The types of a workspace's objects, the most common first. Archived objects and those without a type are not counted. */
@Injectable()
export class ObjectTypes {
  constructor(@Inject(READ_POOL) private readonly pool: Pool) {}

  list(workspace: string, narrowing: Narrowing | undefined, limit: number): Promise<TypeList> {
    return inBoundedTime(this.pool, TIMEOUT_MS, (client) =>
      isOfTypesAlone(narrowing) ? counted(client, workspace, narrowing?.types, limit) : lookedFor(client, workspace, narrowing, limit),
    );
  }
}

function isOfTypesAlone(narrowing: Narrowing | undefined): boolean {
  return narrowing?.ids === undefined && narrowing?.idPrefix === undefined && narrowing?.bbox === undefined;
}

/** Types by the counts of the largest cells, so that few rows are read. The counts are some tenths of a second old. */
async function counted(client: PoolClient, workspace: string, types: readonly string[] | undefined, limit: number): Promise<TypeList> {
  const { rows } = await client.query<TypeCount>(
    `select type, sum(count)::int as count from cell_count where workspace = $1 and level = ${COUNTED_LEVELS[0]}
      and type <> '' ${types === undefined ? '' : 'and type = any($3::text[])'}
     group by type having sum(count) > 0 order by 2 desc, 1 limit $2`,
    [workspace, limit + 1, ...(types === undefined ? [] : [types])],
  );
  return { types: rows.slice(0, limit), more: rows.length > limit };
}

async function lookedFor(client: PoolClient, workspace: string, narrowing: Narrowing | undefined, limit: number): Promise<TypeList> {
  const values: unknown[] = [];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const conditions = objectConditions({ workspace, archived: 'exclude', narrowing }, value);
  const { rows } = await client.query<TypeCount & { looked: number }>(
    `select type, count(*)::int as count, sum(count(*)) over ()::int as looked
     from (select coalesce(type, '') as type from object_state where ${conditions.join(' and ')} limit ${LOOKED_AT + 1}) o
     group by type order by 2 desc, 1 limit ${value(limit + 2)}::int`,
    values,
  );
  const types = rows.filter(({ type }) => type !== '').map(({ type, count }) => ({ type, count }));
  return { types: types.slice(0, limit), more: types.length > limit || (rows[0]?.looked ?? 0) > LOOKED_AT };
}
