import type { PoolClient } from 'pg';
import { int4Array, int8Array, textArray } from '#postgres/binary-array.js';
import { dayOf, type Stay } from './stay.js';

/** Stays of a unit, one array for each column. */
const INSERT_STAYS = `
  insert into presence (external_id, revision, workspace, received_at, day, q16, since_hour, until_hour)
  select * from unnest($1::text[], $2::bigint[], $3::text[], $4::timestamptz[], $5::int[], $6::int[], $7::int[], $8::int[])
  on conflict do nothing`;

/** Writes stays in the caller's transaction; existing ones remain unchanged. */
export async function writeStays(client: PoolClient, stays: readonly Stay[]): Promise<void> {
  if (stays.length === 0) return;
  const of = <T>(pick: (stay: Stay) => T): T[] => stays.map(pick);
  await client.query({
    name: 'insert-stays',
    text: INSERT_STAYS,
    values: [
      textArray(of(({ externalId }) => externalId)),
      int8Array(of(({ revision }) => revision)),
      textArray(of(({ workspace }) => workspace)),
      of(({ receivedAt }) => receivedAt),
      int4Array(of(dayOf)),
      int4Array(of(({ q16 }) => q16)),
      int4Array(of(({ sinceHour }) => sinceHour)),
      int4Array(of(({ untilHour }) => untilHour)),
    ],
  });
}
