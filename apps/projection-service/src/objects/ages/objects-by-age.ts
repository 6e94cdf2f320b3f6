import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { inBoundedTime } from '../../reading/bounded-time.js';
import { objectConditions } from '../../reading/object-filter.js';
import { type ReadModel, readModel } from '../../reading/read-model.js';
import { type Owned, statesOf } from '../../reading/states-within.js';
import { READ_POOL } from '../../storage/pools.js';
import type { AgeQuery } from './age-query.js';
import { lastSeenOf, minuteAt } from './last-seen.js';

const TIMEOUT_MS = 5_000;
/** Objects that the first statement examines: only few, since most of them may match. */
const FIRST_LOOK = 1_500;
const LATER_LOOK = 5_000;
/** Most rows examined for one page; the next page continues there. */
const LOOKED_AT = 20_000;
/** Counting stops here: nobody needs the exact number of so many silent objects. */
const MAX_COUNTED = 10_000;
/** The largest value of the column for spans, in the year 6053. */
const LAST_MINUTE = 2 ** 31 - 1;

/** Where a page ended. */
export type AgePosition = [span: number, externalId: string];

export interface AgePage {
  /** The objects, each with the time it was last seen (RFC 3339). */
  objects: (ReadModel & { lastSeen: string })[];
  /** Undefined on the last page. */
  end?: AgePosition;
}

/** Number of objects: a lower bound if `atLeast` is true. */
export interface ObjectCount {
  objects: number;
  atLeast: boolean;
}

type Value = (given: unknown) => string;

/**
 * Objects ordered by the hour in which they were last seen, and within an hour by id. An object without new reports while pages are
 * read is on exactly one of them.
 */
@Injectable()
export class ObjectsByAge {
  constructor(@Inject(READ_POOL) private readonly pool: Pool) {}

  /** A page may be short or empty although more follow, since the number of examined rows and the size of the result are limited. */
  page(query: AgeQuery, after: AgePosition | undefined, limit: number): Promise<AgePage> {
    return inBoundedTime(this.pool, TIMEOUT_MS, async (client) => {
      const { places, end } = await placesOf(client, query, after, limit);
      const { states } = await statesOf(
        client,
        places.map(([, externalId]): Owned => [externalId, query.workspace]),
      );
      const objects = states.map((state) => ({
        ...readModel(state, query.narrowing),
        lastSeen: new Date(lastSeenOf(state)).toISOString(),
      }));
      // Objects that are too large for this page are on the next one.
      return states.length < places.length ? { objects, end: places[states.length - 1] } : { objects, end };
    });
  }

  count(query: AgeQuery): Promise<ObjectCount> {
    return inBoundedTime(this.pool, TIMEOUT_MS, async (client) => {
      const values: unknown[] = [];
      const value: Value = (given) => `$${values.push(given)}`;
      // Row by row along the index, until enough are counted or examined.
      const { rows } = await client.query<{ fitting: number; more: boolean | null }>(
        `select count(*) filter (where meets)::int as fitting, bool_or(place > ${LOOKED_AT}) as more from (
           select meets, place from (
             select ${meetsSql(query, value)} as meets, row_number() over (order by seen_span) as place from object_state
             where ${inOrderSql(query, value)} order by seen_span limit ${LOOKED_AT + 1}) l
           where meets or place > ${LOOKED_AT} limit ${MAX_COUNTED + 1}) c`,
        values,
      );
      const { fitting, more } = rows[0]!;
      return { objects: Math.min(fitting, MAX_COUNTED), atLeast: fitting > MAX_COUNTED || more === true };
    });
  }
}

interface Row {
  external_id: string;
  seen_span: number;
  meets: boolean;
  looked: number;
}

async function placesOf(
  client: PoolClient,
  query: AgeQuery,
  begin: AgePosition | undefined,
  limit: number,
): Promise<{ places: AgePosition[]; end?: AgePosition }> {
  const places: AgePosition[] = [];
  let after = begin;
  for (let looked = 0, look = FIRST_LOOK; ; look = LATER_LOOK) {
    const values: unknown[] = [];
    const value: Value = (given) => `$${values.push(given)}`;
    const [direction, beyond] = query.newestFirst ? ['desc', '<'] : ['asc', '>'];
    const from = after === undefined ? '' : `and (seen_span, external_id) ${beyond} (${value(after[0])}::int, ${value(after[1])})`;
    // Only matching objects are sent, and the last examined one.
    const { rows } = await client.query<Row>(
      `select external_id, seen_span, meets, looked from (
         select external_id, seen_span, meets, count(*) over ()::int as looked,
         row_number() over (order by seen_span ${direction}, external_id ${direction}) as place from (
           select external_id, seen_span, ${meetsSql(query, value)} as meets from object_state where ${inOrderSql(query, value)} ${from}
           order by seen_span ${direction}, external_id ${direction} limit ${look}) l) p
       where meets or place = looked order by place`,
      values,
    );
    for (const { meets, seen_span, external_id } of rows) {
      if (!meets) continue;
      if (places.length === limit) return { places, end: places.at(-1)! };
      places.push([seen_span, external_id]);
    }
    const last = rows.at(-1);
    if (last === undefined || last.looked < look) return { places };
    after = [last.seen_span, last.external_id];
    looked += last.looked;
    if (looked >= LOOKED_AT) return { places, end: after };
  }
}

/** SQL for the rows whose hour began before the time. Objects in the hour of that time are then checked individually. */
function inOrderSql({ workspace, seenBefore }: AgeQuery, value: Value): string {
  return (
    `workspace = ${value(workspace)} and ` +
    `${seenBefore === undefined ? 'seen_span is not null' : `seen_span <= ${value(Math.min(minuteAt(seenBefore), LAST_MINUTE))}::int`}`
  );
}

function meetsSql({ seenBefore, ...filter }: AgeQuery, value: Value): string {
  return [...objectConditions(filter, value), ...(seenBefore === undefined ? [] : [`last_seen < ${value(seenBefore)}::bigint`])]
    .map((condition) => `coalesce(${condition}, false)`)
    .join(' and ');
}
