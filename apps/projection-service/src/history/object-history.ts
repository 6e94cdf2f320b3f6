import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { READ_POOL } from '../storage/pools.js';
import { changesWithin, type WantedChanges } from './query/history-window.js';
import type { ShownSince } from './query/kept-history.js';
import { PACKED_CHANGES } from './rows/packed-rows.js';
import { type StoredChange, wholeLine } from './rows/stored-line.js';

export interface HistoryQuery {
  workspace: string;
  externalId: string;
  /** observedAt, included. */
  from?: string;
  /** observedAt, not included. */
  to?: string;
  order: 'newest' | 'oldest';
  shown: ShownSince;
}

/** Where a page ended, in the order of observedAt and then revision. */
export type HistoryPosition = [observedAt: string, revision: number];

/** The gateway accepts observations at most 5 minutes after their receipt, so older pieces can be skipped. */
const FUTURE_TOLERANCE = '6 minutes';
const FOREVER = `'infinity'::timestamptz`;

/** The reports of an object, including late ones, as serialised JSON. */
@Injectable()
export class ObjectHistory {
  constructor(@Inject(READ_POOL) private readonly pool: Pool) {}

  async page(
    query: HistoryQuery,
    after: HistoryPosition | undefined,
    limit: number,
  ): Promise<{ lines: string[]; last: HistoryPosition | undefined }> {
    const rows: StoredChange[] = [];
    const { order } = query;
    let [{ from, to }, place] = [query, after];
    for (;;) {
      const { found, bound } = await this.read({ ...query, from, to }, place, limit + 1 - rows.length);
      rows.push(...found);
      if (rows.length > limit || bound === undefined) break;
      if (order === 'newest') to = bound;
      else [from, place] = [bound, undefined];
    }
    const taken = rows.slice(0, limit);
    const end = rows.length > limit ? taken.at(-1) : undefined;
    return { lines: taken.map(wholeLine), last: end && [end.observed_at.toISOString(), end.revision] };
  }

  /** @returns rows, and the time of observation at which the next statement goes on */
  private async read(
    query: HistoryQuery,
    after: HistoryPosition | undefined,
    limit: number,
  ): Promise<{ found: StoredChange[]; bound?: string }> {
    const values: unknown[] = [query.externalId, query.workspace];
    const value = (given: unknown, type: string): string => `$${values.push(given)}::${type}`;
    const from = query.from === undefined ? undefined : value(query.from, 'timestamptz');
    const begin = [shownSinceSql(query.shown, value), ...(from === undefined ? [] : [`${from} - interval '${FUTURE_TOLERANCE}'`])];
    const place = after && [value(after[0], 'timestamptz'), value(after[1], 'bigint')];
    // After an erasure, old rows may be left until they are deleted.
    const isKept = (row: string): string =>
      `${begin.map((time) => `${row}.received_at >= ${time}`).join(' and ')} and ${row}.revision > coalesce((select e.revision
        from erased_object e where e.workspace = $2 and e.external_id = $1), 0)`;
    const [order, beyond] = query.order === 'newest' ? (['desc', '<'] as const) : (['asc', '>'] as const);
    const [first, end] = [from ?? `'-infinity'::timestamptz`, query.to === undefined ? FOREVER : value(query.to, 'timestamptz')];
    const isAscending = order === 'asc';
    const changes: WantedChanges = {
      ofObject: (row) => `${row}.external_id = $1 and ${row}.workspace = $2`,
      isKept,
      ...(place && { isWanted: (row) => `(${row}.observed_at, ${row}.revision) ${beyond} (${place.join(', ')})` }),
      from: isAscending && place ? `greatest(${first}, ${place[0]})` : first,
      // Changes at the same time as the last one may follow it.
      to: !isAscending && place ? `least(${end}, ${place[0]} + interval '1 millisecond')` : end,
      order,
      limit: value(limit, 'int'),
    };
    const parts = Object.entries({ [order]: true, from: query.from, to: query.to, place, types: query.shown.ofTypes.length > 0 });
    const packs = value(Math.ceil(limit / PACKED_CHANGES), 'int');
    const { rows } = await this.pool.query<(StoredChange & { bound: Date | null }) | { revision: null; bound: Date }>({
      // Planning takes longer than reading a page, so each form of the statement has a name, under which its plan is kept.
      name: `object-history-${parts
        .filter(([, is]) => is)
        .map(([part]) => part)
        .join('-')}`,
      text: `select $1::text as external_id, h.* from (${changesWithin(changes, packs)}) h
        order by observed_at ${order}, revision ${order}`,
      values,
    });
    return { found: rows.filter((row) => row.revision !== null), bound: rows[0]?.bound?.toISOString() };
  }
}

/** SQL for the time from which history is visible, by the present type of the object ($1, in the workspace $2). */
function shownSinceSql({ all, ofTypes }: ShownSince, value: (given: unknown, type: string) => string): string {
  const since = value(all, 'timestamptz');
  if (ofTypes.length === 0) return since;
  const types =
    `unnest(${value(
      ofTypes.map(({ type }) => type),
      'text[]',
    )}, ` +
    `${value(
      ofTypes.map((each) => each.since),
      'timestamptz[]',
    )}) as t (type, since)`;
  return `coalesce((select t.since from object_state s join ${types} on t.type = s.type where s.workspace = $2
    and s.external_id = $1), ${since})`;
}
