import type { Pool } from 'pg';
import type { Narrowing } from '#identity/caller.js';
import { inBoundedTime } from '../../reading/bounded-time.js';
import { rectanglesOf } from '../../space/box.js';
import { keyRanges, MAX_RANGES } from '../../space/key-ranges.js';
import { dayOfHour, hourOf, MORE_THAN_A_DAY } from '../presence/stay.js';
import type { HistoryQuery } from './history-query.js';
import { receivedSince } from './lateness.js';

/** An object that may match. */
export interface RequestedObject {
  externalId: string;
  type: string | null;
  /** The newest position and its time. Absent if the object was first seen after the requested times: it has no history in them. */
  position?: PositionNow;
}

export interface PositionNow {
  lat: number;
  lon: number;
  alt?: number;
  accuracy?: number;
  floor?: string | number;
  observedAt: string;
}

/** Where a list of objects continues. */
export interface Begin {
  externalId: string;
  /** Whether this one belongs to it. */
  included: boolean;
}

interface Row {
  external_id: string;
  type: string | null;
  position: string | null;
}

/** Without times, everything that an object has counts. */
type Wanted = Omit<HistoryQuery, 'from' | 'to'> & Partial<Pick<HistoryQuery, 'to'>>;

/** Objects per query. For a region, all candidates are computed anyway, so more of them are read at a time. */
const OBJECTS_READ = { workspace: 500, region: 10_000 };
/**
 * With more stays and newest states than this in the region and days, all objects of the workspace are examined instead, since nearly
 * all of them match anyway.
 */
const MAX_LOOKED_AT = 50_000;
/** Most index searches: ranges of tiles times days. */
const MAX_SEARCHES = 600;
const MIN_RANGES = 4;
const REGION_MS = 5_000;

/** Most objects that a page examines, so that its statement ends soon even if none of them was seen in time. */
const MAX_EXAMINED = 10_000;

/** Number of objects in one batch. */
export const OBJECTS_PER_BATCH = 50;

/**
 * Candidates ordered by id (bytes): the objects of the workspace, or those that may have been in the region between the times. There
 * may be too many, but never too few; the history decides exactly.
 */
export class RequestedObjects {
  constructor(
    private readonly pool: Pool,
    private readonly mostLookedAt = MAX_LOOKED_AT,
    private readonly mostExamined = MAX_EXAMINED,
  ) {}

  private ofRegion(query: HistoryQuery, begin: Begin | undefined, limit: number): Promise<Row[] | undefined> {
    return ofRegion(this.pool, query, begin, { limit, mostLookedAt: this.mostLookedAt });
  }

  /**
   * The next candidates; those of a workspace without the ones that were first seen after the times.
   * @returns `end`: the last examined object; undefined if none follows
   */
  async page(
    query: HistoryQuery,
    after: string | undefined,
    limit: number,
  ): Promise<{ objects: RequestedObject[]; end: string | undefined }> {
    const begin = after === undefined ? undefined : { externalId: after, included: false };
    const found = query.region === undefined ? undefined : await this.ofRegion(query, begin, limit);
    const { rows, end } = found
      ? { rows: found, end: undefined }
      : await seenInWorkspace(this.pool, query, begin, { limit, mostExamined: this.mostExamined });
    return { objects: asObjects(rows), end: rows.length < limit ? end : rows.at(-1)!.external_id };
  }

  /** All candidates, in batches. */
  async *each(query: HistoryQuery, begin?: Begin, size = OBJECTS_PER_BATCH): AsyncGenerator<RequestedObject[]> {
    let place = query.region;
    for (let next = begin; ;) {
      const found = place === undefined ? undefined : await this.ofRegion(query, next, OBJECTS_READ.region);
      if (found === undefined) place = undefined;
      const read = found === undefined ? OBJECTS_READ.workspace : OBJECTS_READ.region;
      const objects = asObjects(found ?? (await ofWorkspace(this.pool, query, next, read)));
      for (let at = 0; at < objects.length; at += size) yield objects.slice(at, at + size);
      if (objects.length < read) return;
      next = { externalId: objects.at(-1)!.externalId, included: false };
    }
  }

  /** An existing object within the narrowing. */
  async find(workspace: string, externalId: string, narrowing?: Narrowing): Promise<RequestedObject | undefined> {
    const [object] = asObjects(await ofWorkspace(this.pool, { workspace, ids: [externalId], narrowing }, undefined, 1));
    return object;
  }
}

class Values {
  readonly all: unknown[] = [];
  add(value: unknown): string {
    return `$${this.all.push(value)}`;
  }
}

function typeConditions({ types, narrowing }: Wanted, values: Values): string[] {
  const wanted = [types, narrowing?.types].filter((kinds) => kinds !== undefined);
  return wanted.map((kinds) => `o.type = any(${values.add(kinds)}::text[])`);
}

function idConditions({ ids, narrowing }: Wanted, values: Values): string[] {
  const conditions: string[] = [];
  for (const names of [ids, narrowing?.ids]) if (names !== undefined) conditions.push(`o.external_id = any(${values.add(names)}::text[])`);
  if (narrowing?.idPrefix !== undefined)
    conditions.push(`o.external_id like ${values.add(`${narrowing.idPrefix.replace(/[\\%_]/g, '\\$&')}%`)}`);
  return conditions;
}

const objectConditions = (query: Wanted, values: Values): string[] => [...typeConditions(query, values), ...idConditions(query, values)];

const wasSeen = ({ to }: Wanted, values: Values): string =>
  to === undefined ? 'true' : `coalesce(o.first_seen < ${values.add(Date.parse(to))}::bigint, true)`;

const columns = (query: Wanted, values: Values): string =>
  `o.external_id, o.type, case when ${wasSeen(query, values)} then o.state->>'position' end as position`;

const asObjects = (rows: readonly Row[]): RequestedObject[] =>
  rows.map(({ external_id, type, position }) => ({
    externalId: external_id,
    type,
    ...(position !== null && { position: JSON.parse(position) as PositionNow }),
  }));

const inWorkspace = ({ workspace }: Wanted, begin: Begin | undefined, values: Values): string[] => [
  `o.workspace = ${values.add(workspace)}`,
  ...(begin === undefined ? [] : [`o.external_id ${begin.included ? '>=' : '>'} ${values.add(begin.externalId)}`]),
];

/** @returns `end`: the last examined object, if `mostExamined` were too few to find `limit` */
async function seenInWorkspace(
  pool: Pool,
  query: HistoryQuery,
  begin: Begin | undefined,
  { limit, mostExamined }: { limit: number; mostExamined: number },
): Promise<{ rows: Row[]; end: string | undefined }> {
  const values = new Values();
  const examined = `from object_state o where ${[...inWorkspace(query, begin, values), ...idConditions(query, values)].join(' and ')}
    order by o.external_id`;
  const conditions = [wasSeen(query, values), ...typeConditions(query, values)];
  const { rows } = await pool.query<(Row | { external_id: null }) & { end: string | null }>(
    `with found as materialized (
       select o.external_id, o.type, o.state->>'position' as position from (select o.* ${examined} limit ${mostExamined}) o
       where ${conditions.join(' and ')} order by o.external_id limit ${limit})
     select * from (select case when (select count(*) from found) < ${limit}
         then (select o.external_id ${examined} offset ${mostExamined - 1} limit 1) end as end) e
       left join found on true order by found.external_id`,
    values.all,
  );
  return { rows: rows.filter((row): row is Row & { end: string | null } => row.external_id !== null), end: rows[0]!.end ?? undefined };
}

async function ofWorkspace(pool: Pool, query: Wanted, begin: Begin | undefined, limit: number): Promise<Row[]> {
  const values = new Values();
  const conditions = [...inWorkspace(query, begin, values), ...objectConditions(query, values)];
  const { rows } = await pool.query<Row>(
    `select ${columns(query, values)} from object_state o where ${conditions.join(' and ')} order by o.external_id limit ${limit}`,
    values.all,
  );
  return rows;
}

/**
 * Candidates by stays, and by newest states, since a current stay is not stored yet. Each key range is one index search.
 * @returns undefined if there are too many, which is noticed before sorting them
 */
async function ofRegion(
  pool: Pool,
  query: HistoryQuery,
  begin: Begin | undefined,
  { limit, mostLookedAt }: { limit: number; mostLookedAt: number },
): Promise<Row[] | undefined> {
  const values = new Values();
  const workspace = values.add(query.workspace);
  // `to` is exclusive.
  const [sinceHour, untilHour] = [hourOf(query.from), hourOf(new Date(Date.parse(query.to) - 1).toISOString())];
  const days = [MORE_THAN_A_DAY];
  for (let day = dayOfHour(sinceHour); day <= dayOfHour(untilHour); day++) days.push(day);
  const ranges = keyRanges(
    query.region!.boxes.flatMap(rectanglesOf),
    Math.min(MAX_RANGES, Math.max(MIN_RANGES, Math.floor(MAX_SEARCHES / days.length))),
  );
  const starts = values.add(ranges.map(({ from }) => from));
  const ends = values.add(ranges.map(({ to }) => to));
  const received = values.add(receivedSince(query.from));
  const beyond = begin === undefined ? '' : `where external_id ${begin.included ? '>=' : '>'} ${values.add(begin.externalId)}`;
  const conditions = objectConditions(query, values);
  const text = `with range as (select * from unnest(${starts}::int[], ${ends}::int[]) as r (low, high)), stay as materialized (
       select external_id from unnest(${values.add(days)}::int[]) as d (day) cross join range r cross join lateral (
         select external_id from presence
         where workspace = ${workspace} and day = d.day and q16 between r.low and r.high
           and since_hour <= ${values.add(untilHour)} and until_hour >= ${values.add(sinceHour)}
           and received_at >= ${received}::timestamptz offset 0) p
       limit ${mostLookedAt + 1}),
     standing as materialized (
       select external_id from range r cross join lateral (
         select external_id from object_state where workspace = ${workspace} and q16 between r.low and r.high offset 0) s
       limit ${mostLookedAt + 1}),
     looked as materialized (select (select count(*) from stay) + (select count(*) from standing) as at),
     candidate as (select external_id from stay ${beyond} union select external_id from standing ${beyond})
     select l.at <= ${mostLookedAt} as few, o.* from looked l left join lateral (
       select ${columns(query, values)} from (select external_id from candidate order by external_id) c
       cross join lateral (select * from object_state where workspace = ${workspace} and external_id = c.external_id offset 0) o
       where l.at <= ${mostLookedAt} ${conditions.map((condition) => `and ${condition}`).join(' ')} order by c.external_id
       limit ${limit}) o on true
     order by o.external_id`;
  const { rows } = await inBoundedTime(pool, REGION_MS, (client) =>
    client.query<(Row & { few: true }) | { few: boolean; external_id: null }>(text, values.all),
  );
  if (!rows[0]!.few) return undefined;
  return rows.filter((row) => row.external_id !== null);
}
