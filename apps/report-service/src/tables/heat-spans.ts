import type { PoolClient } from 'pg';
import { int4Array } from '#postgres/binary-array.js';
import { PACK_MS, spanOf } from '../folding/observation-pack.js';

/** A unit with more spans, such as after a long pause, waits for the present slice instead of locking each span. */
const MAX_SPANS = 300;

const KEY = `hashtext('waymark.heat-spans ' || current_schema())`;

/** $1: spans of time that are not counted before the transaction ends. */
export const SHARE_SPANS = `select pg_advisory_xact_lock_shared(${KEY}, span) from unnest($1::int[]) as span order by span`;

const UPTO = 'select upto from heat_progress';

/**
 * The time up to which the heat includes observations. Observations at later ones of these times will be included: their spans stay locked
 * until the transaction ends. Only a unit with observations in the slice that is being counted has to wait.
 * @param times of observations, milliseconds
 */
export async function heatUpto(client: PoolClient, times: Iterable<number>): Promise<number> {
  const read = async (): Promise<number> => (await client.query<{ upto: number }>({ name: 'heat-upto', text: UPTO })).rows[0]!.upto;
  const upto = await read();
  const open = new Set<number>();
  for (const at of times) if (at >= upto) open.add(spanOf(at));
  if (open.size === 0) return upto;
  if (open.size > MAX_SPANS) return (await client.query<{ upto: number }>(`${UPTO} for share`)).rows[0]!.upto;
  await client.query({ name: 'share-heat-spans', text: SHARE_SPANS, values: [int4Array([...open])] });
  // Read again, since a span may have been counted before it was locked.
  return read();
}

/**
 * Locks the next slice until the transaction ends, against other slices and writers of its observations.
 * @returns start of the slice; undefined if it ends after `until`
 */
export async function lockNextSpan(client: PoolClient, until: number): Promise<number | undefined> {
  const { rows } = await client.query<{ upto: number }>(`${UPTO} for update`);
  const from = rows[0]!.upto;
  if (from + PACK_MS > until) return undefined;
  await client.query(`select pg_advisory_xact_lock(${KEY}, $1::int)`, [spanOf(from)]);
  return from;
}
