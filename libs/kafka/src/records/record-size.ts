import type { OutgoingRecord } from './record.js';

/** Offsets, lengths and time stamp of a record, rounded up. */
const ENVELOPE_BYTES = 40;
/** Below this a text counts a byte a character; an exact count costs more than it is worth. */
const COUNTED_EXACTLY = 64 * 1024;

/** Bytes of a record on the wire: exact for large ones, for small texts beyond ASCII up to three times too low. */
export function recordBytes(record: OutgoingRecord): number {
  let bytes = ENVELOPE_BYTES + (record.key?.length ?? 0);
  const { value, headers } = record;
  if (value !== null) bytes += typeof value === 'string' && value.length > COUNTED_EXACTLY ? Buffer.byteLength(value) : value.length;
  for (const name in headers) bytes += name.length + headers[name]!.length + 2;
  return bytes;
}
