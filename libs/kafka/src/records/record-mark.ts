import { crc32 } from 'node:zlib';
import type { ConsumedRecord, PartitionBatch } from './record.js';

/** Identifies a record: CRC-32 of its time, key and value. A broker that lost records gives their offsets to other ones. */
export function recordMark({ timestamp, key, value }: Pick<ConsumedRecord, 'timestamp' | 'key' | 'value'>): number {
  let mark = crc32(String(timestamp));
  if (key) mark = crc32(key, mark);
  return value ? crc32(value, mark) : mark;
}

/** The move of an offset that a batch makes, as it is stored (libs/postgres/offsets.ts). */
export function moveOf({ partition, firstOffset, nextOffset, records }: PartitionBatch): {
  partition: number;
  from: number;
  to: number;
  record: number | null;
} {
  const last = records.at(-1);
  // Control records, which no reader gets, may follow.
  return { partition, from: firstOffset, to: nextOffset, record: last?.offset === nextOffset - 1 ? recordMark(last) : null };
}
