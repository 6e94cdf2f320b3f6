import type { PoolClient } from 'pg';
import { int4Array } from '#postgres/binary-array.js';
import { PACK_MS, spanOf } from '../folding/observation-pack.js';

/** A unit with more spans, as after a long rest, waits for the slice in hand instead of locking each. */
const MOST_SPANS = 300;

const KEY = `hashtext('waymark.heat-spans ' || current_schema())`;

/** $1: spans of time, whose slice is not counted before the transaction ends. */
export const SHARE_SPANS = `select pg_advisory_xact_lock_shared(${KEY}, span) from unnest($1::int[]) as span order by span`;

const UPTO = 'select upto from heat_progress';

/**
 * The moment up to which the heat includes observations. Those of these times that are not included will be: their spans
 * stay locked until the transaction ends. So only a unit with observations of the very slice that is being counted waits for it.
 * @param times of observations, milliseconds
 */
export async function heatUpto(client: PoolClient, times: Iterable<number>): Promise<number> {
  const read = async (): Promise<number> => (await client.query<{ upto: number }>({ name: 'heat-upto', text: UPTO })).rows[0]!.upto;
  const upto = await read();
  const open = new Set<number>();
  for (const at of times) if (at >= upto) open.add(spanOf(at));
  if (open.size === 0) return upto;
  if (open.size > MOST_SPANS) return (await client.query<{ upto: number }>(`${UPTO} for share`)).rows[0]!.upto;
  await client.query({ name: 'share-heat-spans', text: SHARE_SPANS, values: [int4Array([...open])] });
  // It may have been counted before the lock.
  return read();
}

/**
 * Keeps other slices, and writers of observations of the slice, out until the transaction ends.
 * @returns its beginning; undefined: it ends after `until`
 */
export async function lockNextSpan(client: PoolClient, until: number): Promise<number | undefined> {
  const { rows } = await client.query<{ upto: number }>(`${UPTO} for update`);
  const from = rows[0]!.upto;
  if (from + PACK_MS > until) return undefined;
  await client.query(`select pg_advisory_xact_lock(${KEY}, $1::int)`, [spanOf(from)]);
  return from;
}
