import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { READ_POOL } from '../storage/pools.js';
import type { ShownSince } from './query/kept-history.js';
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

/** The reports of an object, including late ones, as serialised JSON. */
@Injectable()
export class ObjectHistory {
  constructor(@Inject(READ_POOL) private readonly pool: Pool) {}

  async page(
    query: HistoryQuery,
    after: HistoryPosition | undefined,
    limit: number,
  ): Promise<{ lines: string[]; last: HistoryPosition | undefined }> {
    const values: unknown[] = [query.externalId, query.workspace];
    const value = (given: unknown): string => `$${values.push(given)}`;
    // After an erasure, old rows may be left until they are deleted.
    const conditions = [
      'external_id = $1',
      'workspace = $2',
      'revision > coalesce((select e.revision from erased_object e where e.workspace = $2 and e.external_id = $1), 0)',
    ];
    conditions.push(`received_at >= ${shownSinceSql(query.shown, value)}`);
    if (query.from !== undefined) {
      const from = `${value(query.from)}::timestamptz`;
      conditions.push(`observed_at >= ${from}`, `received_at >= ${from} - interval '${FUTURE_TOLERANCE}'`);
    }
    if (query.to !== undefined) conditions.push(`observed_at < ${value(query.to)}::timestamptz`);
    const [direction, beyond] = query.order === 'newest' ? ['desc', '<'] : ['asc', '>'];
    if (after) conditions.push(`(observed_at, revision) ${beyond} (${value(after[0])}::timestamptz, ${value(after[1])}::bigint)`);
    const { rows } = await this.pool.query<StoredChange>(
      `select external_id, revision, observed_at, received_at, change from history where ${conditions.join(' and ')}
       order by observed_at ${direction}, revision ${direction} limit ${limit + 1}`,
      values,
    );
    const taken = rows.slice(0, limit);
    const end = rows.length > limit ? taken.at(-1) : undefined;
    return { lines: taken.map(wholeLine), last: end && [end.observed_at.toISOString(), end.revision] };
  }
}

/** SQL for the time from which history is visible, by the present type of the object ($1, in the workspace $2). */
function shownSinceSql({ all, ofTypes }: ShownSince, value: (given: unknown) => string): string {
  const since = `${value(all)}::timestamptz`;
  if (ofTypes.length === 0) return since;
  const types =
    `unnest(${value(ofTypes.map(({ type }) => type))}::text[], ` +
    `${value(ofTypes.map((each) => each.since))}::timestamptz[]) as t (type, since)`;
  return `coalesce((select t.since from object_state s join ${types} on t.type = s.type where s.workspace = $2
    and s.external_id = $1), ${since})`;
}
