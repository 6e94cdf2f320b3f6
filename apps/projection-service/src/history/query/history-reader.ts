import type { Pool } from 'pg';
import type { Position } from '#object-rules/position.js';
import { inBoundedTime } from '../../reading/bounded-time.js';
import { wholeLine } from '../rows/stored-line.js';
import type { HistoryQuery } from './history-query.js';
import { type KeptHistory, sinceOf } from './kept-history.js';
import { receivedSince } from './lateness.js';
import type { PositionNow, RequestedObject } from './requested-objects.js';

/** A change of an object as serialised JSON. */
export interface HistoryLine {
  observedAt: string;
  revision: number;
  line: string;
}

/** Where an object was. */
export interface SeenPosition extends Position {
  observedAt: string;
  revision: number;
}

/** Where the history of one object ended, in the order of observedAt and then revision. */
export type HistoryEnd = readonly [observedAt: string, revision: number];

/** A part of an object's history, in order. */
export interface Part<T> {
  object: RequestedObject;
  rows: T[];
  /** The last row that was read for this part, even if it is not returned; absent if nothing was read. */
  end?: HistoryEnd;
  /** Whether this is the last part of the object. */
  isLast: boolean;
}

interface Row {
  n: number;
  observed_at: Date;
  revision: number;
  /** What is stored of a line, or a position. */
  value: string | null;
  /** Only with a line. */
  received_at?: Date;
}

/** Limits per object for the first query, which reads many objects at once; longer histories follow page by page. */
const FIRST = { rows: 50, bytes: 65_536 };
const LATER = { rows: 2_000, bytes: 2 * 1024 * 1024 };

/** Time limit: an object without a position for a long time has many rows to skip. */
const LOOK_BACK_MS = 5_000;

type What = 'lines' | 'positions';

/**
 * Reads the history of objects between two times of observation. It has one page at a time in memory, and uses a connection only while
 * it reads a page.
 */
export class HistoryReader {
  constructor(
    private readonly pool: Pool,
    private readonly kept: KeptHistory,
  ) {}

  /** @param after where the first object continues */
  async *lines(query: HistoryQuery, objects: readonly RequestedObject[], after?: HistoryEnd): AsyncGenerator<Part<HistoryLine>> {
    for await (const { object, rows, end, isLast } of this.read('lines', query, objects, after)) {
      yield {
        object,
        isLast,
        end,
        rows: rows.map(({ observed_at, received_at, revision, value }) => ({
          observedAt: observed_at.toISOString(),
          revision,
          line: wholeLine({ external_id: object.externalId, revision, observed_at, received_at: received_at!, change: value! }),
        })),
      };
    }
  }

  async *positions(query: HistoryQuery, objects: readonly RequestedObject[], after?: HistoryEnd): AsyncGenerator<Part<SeenPosition>> {
    for await (const { object, rows, isLast } of this.read('positions', query, objects, after)) {
      yield {
        object,
        isLast,
        rows: rows.flatMap(({ observed_at, revision, value }) =>
          value === null ? [] : [{ ...(JSON.parse(value) as Position), observedAt: observed_at.toISOString(), revision }],
        ),
      };
    }
  }

  /** The positions of these objects just before an instant; objects with an unknown position are left out. */
  async before(workspace: string, objects: readonly RequestedObject[], instant: string): Promise<Map<string, PositionNow>> {
    const known = objects.filter(({ position }) => position.observedAt < instant);
    const found = new Map(known.map(({ externalId, position }) => [externalId, position]));
    const others = objects.filter(({ externalId }) => !found.has(externalId));
    if (others.length === 0) return found;
    const { rows } = await inBoundedTime(this.pool, LOOK_BACK_MS, (client) =>
      client.query<Row & { external_id: string }>({
        name: 'position-before',
        text: `select k.external_id, h.observed_at, h.value from ${named('$4')} cross join lateral (
          select observed_at, change::json->>'position' as value from history
          where ${OF_OBJECT} and observed_at < $3::timestamptz and (change::json->'position') is not null
          order by observed_at desc, revision desc limit 1) h`,
        values: [others.map(({ externalId }) => externalId), workspace, instant, this.begins(workspace, others)],
      }),
    );
    for (const { external_id, observed_at, value } of rows)
      found.set(external_id, { ...(JSON.parse(value!) as Position), observedAt: observed_at.toISOString() });
    return found;
  }

  /** The newest `max` positions of each object just before an instant, oldest first. */
  async lastBefore(
    workspace: string,
    objects: readonly RequestedObject[],
    instant: string,
    max: number,
  ): Promise<Map<string, SeenPosition[]>> {
    const { rows } = await inBoundedTime(this.pool, LOOK_BACK_MS, (client) =>
      client.query<Row & { external_id: string }>({
        name: 'positions-before',
        text: `select k.external_id, h.observed_at, h.revision, h.value from ${named('$5')} cross join lateral (
          select observed_at, revision, change::json->>'position' as value from history
          where ${OF_OBJECT} and observed_at < $3::timestamptz and (change::json->'position') is not null
          order by observed_at desc, revision desc limit $4::int) h`,
        values: [objects.map(({ externalId }) => externalId), workspace, instant, max, this.begins(workspace, objects)],
      }),
    );
    const found = new Map<string, SeenPosition[]>();
    for (const { external_id, observed_at, revision, value } of rows.reverse()) {
      const held = found.get(external_id);
      const position = { ...(JSON.parse(value!) as Position), observedAt: observed_at.toISOString(), revision };
      if (held) held.push(position);
      else found.set(external_id, [position]);
    }
    return found;
  }

  private async *read(what: What, query: HistoryQuery, objects: readonly RequestedObject[], after?: HistoryEnd): AsyncGenerator<Part<Row>> {
    const [continued, others] = after === undefined ? [[], objects] : [objects.slice(0, 1), objects.slice(1)];
    for (const object of continued) yield* this.rest(what, query, object, after!);
    // An object whose newest position is from before `from` has no position in the range.
    const worthALook = what === 'positions' ? others.filter(({ position }) => position.observedAt >= query.from) : others;
    const pages = await this.page(what, query, worthALook, undefined, FIRST);
    let at = 0;
    for (const object of others) {
      if (object !== worthALook[at]) {
        yield { object, rows: [], isLast: true };
        continue;
      }
      const rows = pages[at]!;
      pages[at++] = [];
      const more = isCut(rows, FIRST);
      yield { object, rows, end: rows.length === 0 ? undefined : endOf(rows), isLast: !more };
      if (more) yield* this.rest(what, query, object, endOf(rows));
    }
  }

  private async *rest(what: What, query: HistoryQuery, object: RequestedObject, after: HistoryEnd): AsyncGenerator<Part<Row>> {
    for (let end = after; ;) {
      const [rows] = (await this.page(what, query, [object], end, LATER)) as [Row[]];
      const more = isCut(rows, LATER);
      yield { object, rows, end: rows.length === 0 ? undefined : endOf(rows), isLast: !more };
      if (!more) return;
      end = endOf(rows);
    }
  }

  private async page(
    what: What,
    query: HistoryQuery,
    objects: readonly RequestedObject[],
    after: HistoryEnd | undefined,
    bounds: typeof FIRST,
  ): Promise<Row[][]> {
    const pages: Row[][] = objects.map(() => []);
    if (objects.length === 0) return pages;
    const begins = this.begins(query.workspace, objects, receivedSince(query.from));
    const { rows } = await this.pool.query<Row>({
      name: `history-${what}${after ? '-rest' : ''}`,
      text: `select k.n::int as n, h.* from ${named('$5')} cross
        join lateral (${pageOf(what, after !== undefined)}) h`,
      values: [
        objects.map(({ externalId }) => externalId),
        query.workspace,
        query.from,
        query.to,
        begins,
        bounds.rows,
        ...(what === 'lines' ? [bounds.bytes] : []),
        ...(after ?? []),
      ],
    });
    for (const row of rows) pages[row.n - 1]!.push(row);
    return pages;
  }

  /** The time of receipt from which the rows of each object are visible. @param min an earliest time */
  private begins(workspace: string, objects: readonly RequestedObject[], min = ''): string[] {
    const shown = this.kept.shownSince(workspace);
    return objects.map(({ type }) => [min, sinceOf(shown, type)].sort().at(-1)!);
  }
}

/** $1 ids, $2 workspace. @param begins placeholder of the time of receipt to begin at, for each object */
const named = (begins: string): string =>
  `unnest($1::text[], ${begins}::timestamptz[]) with ordinality as k (external_id, begin, n) left
    join erased_object e on e.workspace = $2 and e.external_id = k.external_id`;
/** After an erasure, old rows may be left until they are deleted. */
const OF_OBJECT = 'external_id = k.external_id and workspace = $2 and received_at >= k.begin and revision > coalesce(e.revision, 0)';

/** $3 from, $4 to, $6 rows; for lines $7 bytes; then where to continue. */
function pageOf(what: What, continued: boolean): string {
  const [observed, revision] = what === 'lines' ? ['$8', '$9'] : ['$7', '$8'];
  const beyond = continued ? `and (observed_at, revision) > (${observed}::timestamptz, ${revision}::bigint)` : '';
  const rows = (columns: string): string => `select observed_at, revision, ${columns} as value from history
    where ${OF_OBJECT} and observed_at >= $3::timestamptz and observed_at < $4::timestamptz ${beyond}
    order by observed_at, revision limit $6::int`;
  if (what === 'positions') return rows(`change::json->>'position'`);
  return `select * from (select *,
    sum(octet_length(value)) over (order by observed_at, revision rows unbounded preceding) - octet_length(value) as before
    from (${rows('received_at, change')}) r) s
    where before < $7::int order by observed_at, revision`;
}

function isCut(rows: readonly Row[], bounds: typeof FIRST): boolean {
  if (rows.length >= bounds.rows) return true;
  let bytes = 0;
  for (const { value } of rows) bytes += value === null ? 0 : Buffer.byteLength(value);
  return bytes >= bounds.bytes;
}

function endOf(rows: readonly Row[]): HistoryEnd {
  const { observed_at, revision } = rows.at(-1)!;
  return [observed_at.toISOString(), revision];
}
