import type { PoolClient } from 'pg';
import { byteaArray, int4Array, int8Array, textArray } from '#postgres/binary-array.js';
import { packedText } from '#postgres/packed-text.js';
import type { FeedChunk } from './feed-chunks.js';

/** Inserts the chunks of a unit. */
export const INSERT_CHUNKS = `
  insert into feed_chunk (workspace, partition, first_offset, last_offset, count, at, offsets, body)
  select * from unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[], $5::int[], $6::timestamptz[], $7::bytea[], $8::bytea[])`;

export async function writeChunks(client: PoolClient, chunks: readonly FeedChunk[]): Promise<void> {
  if (chunks.length === 0) return;
  const of = <T>(pick: (chunk: FeedChunk) => T): T[] => chunks.map(pick);
  await client.query({
    name: 'insert-chunks',
    text: INSERT_CHUNKS,
    values: [
      textArray(of((chunk) => chunk.workspace)),
      int4Array(of((chunk) => chunk.partition)),
      int8Array(of((chunk) => chunk.firstOffset)),
      int8Array(of((chunk) => chunk.lastOffset)),
      int4Array(of((chunk) => chunk.count)),
      of((chunk) => new Date(chunk.at).toISOString()),
      byteaArray(of((chunk) => chunk.offsets)),
      byteaArray(of((chunk) => packedText(chunk.changes))),
    ],
  });
}
