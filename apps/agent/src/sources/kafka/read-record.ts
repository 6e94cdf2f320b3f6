import type { ConsumedRecord } from '#kafka/records/record.js';
import type { Received } from '../../reading/source.js';
import { decodeText } from '../reading-parts/decode-text.js';
import { parseJson } from '../reading-parts/parse-json.js';
import { beginningOf, keptApart } from '../reading-parts/unreadable.js';

const MAX_HEADERS = 64;

/**
 * A record as a document for a `map`: `{topic, partition, offset, key, headers, timestamp, value}`; `timestamp` is the record's, in
 * milliseconds since 1970.
 */
export function readRecord({ topic, partition, offset, key, headers, timestamp, value }: ConsumedRecord): Received {
  const about = { topic, partition, offset, key: key === null ? null : textOf(key), headers: headersOf(headers), timestamp };
  if (value === null) return { document: { ...about, value: null } };
  const text = decodeText(value);
  const parsed = text === undefined ? { fault: 'no UTF-8' } : parseJson(text);
  if ('fault' in parsed)
    return keptApart(
      { ...about, value: beginningOf(value) },
      'unreadable',
      `The record at offset ${offset} of partition ${partition} of ${topic} is ${parsed.fault}.`,
    );
  return { document: { ...about, value: parsed.value } };
}

function headersOf(headers: ConsumedRecord['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, MAX_HEADERS)
      .flatMap(([name, value]) => (value === undefined ? [] : [[name, textOf(value)]])),
  );
}

function textOf(bytes: Buffer): string {
  return beginningOf(bytes);
}
