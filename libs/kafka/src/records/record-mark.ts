import { crc32 } from 'node:zlib';
import type { ConsumedRecord, PartitionBatch } from './record.js';

/** Identifies a record by a CRC-32 of its time, key and value, since a broker that has lost records gives their offsets to others. */
export function recordMark({ timestamp, key, value }: Pick<ConsumedRecord, 'timestamp' | 'key' | 'value'>): number {
  let mark = crc32(String(timestamp));
  if (key) mark = crc32(key, mark);
  return value ? crc32(value, mark) : mark;
}

/** The move of the stored offset for a batch (libs/postgres/offsets.ts). */
export function moveOf({ partition, firstOffset, nextOffset, records }: PartitionBatch): {
  partition: number;
  from: number;
  to: number;
  record: number | null;
} {
  const last = records.at(-1);
  // Control records, which are not passed on, may follow the last record.
  return { partition, from: firstOffset, to: nextOffset, record: last?.offset === nextOffset - 1 ? recordMark(last) : null };
}
