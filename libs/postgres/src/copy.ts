import type { PoolClient } from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';

const CHUNK_CHARACTERS = 64 * 1024;
const SPECIAL = /[\\\t\n\r]/;
const SPECIALS = /[\\\t\n\r]/g;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One column's value in COPY's text format. Postgres cannot store NUL; the caller must refuse it. */
export function copyField(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value !== 'string') return String(value);
  return SPECIAL.test(value) ? value.replace(SPECIALS, (character) => ESCAPES[character] as string) : value;
}

/**
 * Writes rows by COPY, in the caller's transaction.
 * @param lines one row each, without line end: `copyField` values joined by a tab, in the order of `columns`
 * @returns number of written rows
 */
export async function copyRows(client: PoolClient, table: string, columns: readonly string[], lines: readonly string[]): Promise<number> {
  if (lines.length === 0) return 0;
  return copied(client, `copy ${table} (${columns.join(', ')}) from stdin`, (stream) => {
    // A few large chunks, since each costs a message and a system call. The size of the caller's unit limits the total.
    let chunk = '';
    for (const line of lines) {
      chunk += `${line}\n`;
      if (chunk.length >= CHUNK_CHARACTERS) {
        stream.write(chunk);
        chunk = '';
      }
    }
    stream.end(chunk === '' ? undefined : chunk);
  });
}

/** @param send writes all rows and ends the stream @returns number of written rows */
export async function copied(client: PoolClient, statement: string, send: (stream: CopyStreamQuery) => void): Promise<number> {
  const stream = client.query(copyFrom(statement));
  const finished = new Promise<void>((resolve, reject) => {
    stream.once('finish', resolve);
    stream.once('error', reject);
  });
  send(stream);
  await finished;
  return stream.rowCount;
}
