import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ConsumedRecord } from '#kafka/records/record.js';

/** A topic record as a line of JSON in a backup; bytes are in base64. */
interface RecordLine {
  partition: number;
  offset: number;
  key: string | null;
  value: string | null;
  headers: Record<string, string>;
}

/** A topic record from a backup. */
export interface KeptRecord {
  partition: number;
  offset: number;
  key: Buffer | null;
  value: Buffer | null;
  headers: Record<string, Buffer>;
}

const encoded = (bytes: Buffer | null) => bytes && bytes.toString('base64');
const decoded = (text: string | null) => (text === null ? null : Buffer.from(text, 'base64'));

export function recordLine({
  partition,
  offset,
  key,
  value,
  headers,
}: Pick<ConsumedRecord, 'partition' | 'offset' | 'key' | 'value' | 'headers'>): Buffer {
  const named = Object.entries(headers).flatMap(([name, bytes]) => (bytes === undefined ? [] : [[name, bytes.toString('base64')]]));
  const line: RecordLine = {
    partition,
    offset,
    key: encoded(key),
    value: encoded(value),
    headers: Object.fromEntries(named) as Record<string, string>,
  };
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

/** Parses lines of `recordLine`. */
export async function* keptRecords(source: AsyncIterable<Buffer>): AsyncGenerator<KeptRecord> {
  for await (const text of createInterface({ input: Readable.from(source), crlfDelay: Infinity })) {
    const { partition, offset, key, value, headers } = JSON.parse(text) as RecordLine;
    yield {
      partition,
      offset,
      key: decoded(key),
      value: decoded(value),
      headers: Object.fromEntries(Object.entries(headers).map(([name, bytes]) => [name, Buffer.from(bytes, 'base64')])),
    };
  }
}
