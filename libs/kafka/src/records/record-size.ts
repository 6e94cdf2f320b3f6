import type { OutgoingRecord } from './record.js';

/** Bytes of offsets, lengths and time stamp in a record, rounded up. */
const ENVELOPE_BYTES = 40;
/** Shorter texts count one byte per character, since an exact count is too expensive. */
const COUNTED_EXACTLY = 64 * 1024;

/** Size of a record on the wire in bytes: exact for large texts; for small non-ASCII texts up to three times too low. */
export function recordBytes(record: OutgoingRecord): number {
  let bytes = ENVELOPE_BYTES + (record.key?.length ?? 0);
  const { value, headers } = record;
  if (value !== null) bytes += typeof value === 'string' && value.length > COUNTED_EXACTLY ? Buffer.byteLength(value) : value.length;
  for (const name in headers) bytes += name.length + headers[name]!.length + 2;
  return bytes;
}
