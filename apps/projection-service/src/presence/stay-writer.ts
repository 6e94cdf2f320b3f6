import type { PoolClient } from 'pg';
import { int4Array, int8Array, textArray } from '#postgres/binary-array.js';
import { INSERT_STAYS } from '../tables/statements.js';
import { dayOf, type Stay } from './stay.js';

/** In the caller's transaction; existing stays remain unchanged. */
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
