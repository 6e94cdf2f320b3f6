import { zstdCompressSync } from 'node:zlib';
import type pg from 'pg';
import { textIn } from '#postgres/packed-text.js';
import { placedLines, STORED_BODY, type StoredLines } from '../../src/feed/chunks/chunk-body.js';

interface StoredChunk extends StoredLines {
  place: string;
  ctid: string;
}

const CHUNKS = `select tableoid::regclass::text as place, ctid::text, first_offset::int, offsets, ${STORED_BODY} as body from feed_chunk`;

/** Rewrites the lines of a workspace's chunks: as text or frame, or in the column from before bodies existed. */
export async function rewriteChunks(
  database: pg.Client,
  workspace: string,
  form: 'text' | 'frame' | 'former column',
  rewritten = (changes: string): string => changes,
): Promise<void> {
  const { rows } = await database.query<StoredChunk>(`${CHUNKS} where workspace = $1`, [workspace]);
  for (const { place, ctid, body } of rows) {
    const changes = rewritten(textIn(body));
    const isFormer = form === 'former column';
    await database.query(`update ${place} set body = $2, changes = $3 where ctid = $1::tid`, [
      ctid,
      isFormer ? null : form === 'frame' ? zstdCompressSync(changes) : Buffer.from(changes),
      isFormer ? changes : null,
    ]);
  }
}

/** Offsets of an object's changes, in ascending order. */
export async function offsetsOfChanges(database: pg.Client, externalId: string): Promise<number[]> {
  const { rows } = await database.query<StoredChunk>(CHUNKS);
  return rows
    .flatMap(placedLines)
    .filter(({ line }) => {
      const change = JSON.parse(line) as { externalId: string; eventId?: string };
      return change.externalId === externalId && change.eventId === undefined;
    })
    .map(({ offset }) => offset)
    .toSorted((a, b) => a - b);
}
