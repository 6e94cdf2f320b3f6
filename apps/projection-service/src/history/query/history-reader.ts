import type { Pool } from 'pg';
import type { Position } from '#object-rules/position.js';
import { inBoundedTime, tookTooLong } from '../../reading/bounded-time.js';
import { wholeLine } from '../rows/stored-line.js';
import type { HistoryQuery } from './history-query.js';
import { pageOf, positionsBefore, type What } from './history-statements.js';
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
  observed_at: Date;
  revision: number;
  /** What is stored of a line, or a position. */
  value: string | null;
  /** Only with a line. */
  received_at?: Date;
}

/** The changes of one object that a statement has read. */
interface Page {
  rows: Row[];
  /** Where the rest begins; undefined if there is none. */
  more?: HistoryEnd;
}

/** A change, or only where to go on after packed rows without one. */
type Found<T> = (T & { bound: Date | null }) | { revision: null; bound: Date };

/** Limits per object for the first query, which reads many objects at once; longer histories follow page by page. */
const FIRST = { rows: 50, bytes: 65_536, packs: 2 };
const LATER = { rows: 2_000, bytes: 2 * 1024 * 1024, packs: 16 };

/** Time limit: an object without a position for a long time has many rows to skip. */
const LOOK_BACK_MS = 5_000;
/** Most packed rows per object that a statement opens when it looks back. */
const MAX_PACKS = 128;

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
    const found = new Map<string, PositionNow>();
    for (const { externalId, position } of objects) if (position && position.observedAt < instant) found.set(externalId, position);
    const others = objects.filter(({ externalId }) => !found.has(externalId));
    for (const [externalId, [seen]] of await this.lastBefore(workspace, others, instant, 1)) {
      const { revision: _, ...position } = seen!;
      found.set(externalId, position);
    }
    return found;
  }

  /** The newest `max` positions of each object just before an instant, oldest first. */
  async lastBefore(
    workspace: string,
    objects: readonly RequestedObject[],
    instant: string,
    max: number,
  ): Promise<Map<string, SeenPosition[]>> {
    const found = new Map<string, SeenPosition[]>();
    const deadline = performance.now() + LOOK_BACK_MS;
    let due = objects.flatMap((object) => (object.position ? [{ object, upto: instant }] : []));
    for (let packs = 1; due.length > 0; packs = Math.min(8 * packs, MAX_PACKS)) {
      if (performance.now() > deadline) throw tookTooLong(LOOK_BACK_MS);
      const { rows } = await inBoundedTime(this.pool, LOOK_BACK_MS, (client) =>
        client.query<Found<Row> & { n: number }>({
          name: `positions-before-${packs}`,
          text: positionsBefore(packs),
          values: [
            due.map(({ object }) => object.externalId),
            workspace,
            due.map(({ upto }) => upto),
            max,
            this.begins(
              workspace,
              due.map(({ object }) => object),
            ),
          ],
        }),
      );
      const bounds = new Map<number, string>();
      for (const row of rows) {
        const { externalId } = due[row.n - 1]!.object;
        if (row.bound !== null) bounds.set(row.n, row.bound.toISOString());
        if (row.revision === null) continue;
        const { observed_at, revision, value } = row;
        const position = { ...(JSON.parse(value!) as Position), observedAt: observed_at.toISOString(), revision };
        const held = found.get(externalId);
        if (!held) found.set(externalId, [position]);
        else if (held.length < max) held.push(position);
      }
      // Packed rows without a position may lie between.
      due = due.flatMap(({ object }, index) => {
        const upto = bounds.get(index + 1);
        return upto === undefined || found.get(object.externalId)?.length === max ? [] : [{ object, upto }];
      });
    }
    for (const positions of found.values()) positions.reverse();
    return found;
  }

  private async *read(what: What, query: HistoryQuery, objects: readonly RequestedObject[], after?: HistoryEnd): AsyncGenerator<Part<Row>> {
    const [continued, others] = after === undefined ? [[], objects] : [objects.slice(0, 1), objects.slice(1)];
    for (const object of continued) yield* this.rest(what, query, object, after!);
    // An object whose newest position is from before `from` has no position in the range.
    const worthALook = others.filter(({ position }) => position && (what === 'lines' || position.observedAt >= query.from));
    const pages = await this.page(what, query, worthALook, undefined, FIRST);
    let at = 0;
    for (const object of others) {
      if (object !== worthALook[at]) {
        yield { object, rows: [], isLast: true };
        continue;
      }
      const { rows, more } = pages[at]!;
      pages[at++] = { rows: [] };
      yield { object, rows, end: more ?? endOf(rows), isLast: !more };
      if (more) yield* this.rest(what, query, object, more);
    }
  }

  private async *rest(what: What, query: HistoryQuery, object: RequestedObject, after: HistoryEnd): AsyncGenerator<Part<Row>> {
    for (let end: HistoryEnd | undefined = after; end !== undefined;) {
      const [{ rows, more }] = (await this.page(what, query, [object], end, LATER)) as [Page];
      yield { object, rows, end: more ?? endOf(rows), isLast: !more };
      end = more;
    }
  }

  private async page(
    what: What,
    query: HistoryQuery,
    objects: readonly RequestedObject[],
    after: HistoryEnd | undefined,
    bounds: typeof FIRST,
  ): Promise<Page[]> {
    const pages: Page[] = objects.map(() => ({ rows: [] }));
    if (objects.length === 0) return pages;
    const begins = this.begins(query.workspace, objects, receivedSince(query.from));
    const { rows } = await this.pool.query<Found<Row> & { n: number }>({
      name: `history-${what}${after ? '-rest' : ''}`,
      text: pageOf(what, after !== undefined, bounds.packs),
      values: [
        after ? objects[0]!.externalId : objects.map(({ externalId }) => externalId),
        query.workspace,
        query.from,
        query.to,
        after ? begins[0] : begins,
        bounds.rows,
        ...(what === 'lines' ? [bounds.bytes] : []),
        ...(after ?? []),
      ],
    });
    for (const row of rows) {
      const page = pages[row.n - 1]!;
      if (row.bound !== null) page.more = [row.bound.toISOString(), 0];
      if (row.revision !== null) page.rows.push(row);
    }
    for (const page of pages) if (isCut(page.rows, bounds)) page.more = endOf(page.rows);
    return pages;
  }

  /** The time of receipt from which the rows of each object are visible. @param min an earliest time */
  private begins(workspace: string, objects: readonly RequestedObject[], min = ''): string[] {
    const shown = this.kept.shownSince(workspace);
    return objects.map(({ type }) => [min, sinceOf(shown, type)].sort().at(-1)!);
  }
}

function isCut(rows: readonly Row[], bounds: typeof FIRST): boolean {
  if (rows.length >= bounds.rows) return true;
  let bytes = 0;
  for (const { value } of rows) bytes += value === null ? 0 : Buffer.byteLength(value);
  return bytes >= bounds.bytes;
}

function endOf(rows: readonly Row[]): HistoryEnd | undefined {
  const last = rows.at(-1);
  return last && [last.observed_at.toISOString(), last.revision];
}
