import type { ConsumedRecord } from './record.js';

/** Names that were seen, by their bytes: a topic's records all have the same few. */
const NAMES = new Map<number, { bytes: Buffer; text: string }>();
const MOST_NAMES = 256;

/**
 * The headers of a record (Kafka's record format, version 2: number, then names and values, each with its length). Of one that is
 * there twice the last counts, as in Kafka's own `lastHeader`; a value may be none.
 */
export function decodeHeaders(bytes: Buffer, names?: readonly string[]): ConsumedRecord['headers'] {
  const headers: ConsumedRecord['headers'] = {};
  const at = { offset: 0 };
  for (let count = varInt(bytes, at); count > 0; count--) {
    const nameLength = varInt(bytes, at);
    const name = nameLength < 0 ? undefined : nameOf(bytes, at.offset, nameLength);
    at.offset += Math.max(0, nameLength);
    const length = varInt(bytes, at);
    const value = length < 0 ? undefined : bytes.subarray(at.offset, at.offset + length);
    at.offset += Math.max(0, length);
    // Written into a plain object it would be its prototype.
    if (name !== undefined && name !== '__proto__' && (names === undefined || names.includes(name))) headers[name] = value;
  }
  return headers;
}

/** Zigzag; lengths are below 2^31. */
function varInt(bytes: Buffer, at: { offset: number }): number {
  let result = 0;
  let shift = 0;
  let byte: number;
  do {
    byte = bytes[at.offset++] ?? 0;
    result += (byte & 0x7f) << shift;
    shift += 7;
  } while (byte >= 0x80);
  return (result >>> 1) ^ -(result & 1);
}

function nameOf(bytes: Buffer, from: number, length: number): string {
  let hash = length;
  for (let index = from; index < from + length; index++) hash = (hash * 31 + bytes[index]!) | 0;
  const known = NAMES.get(hash);
  if (known !== undefined && isSame(known.bytes, bytes, from, length)) return known.text;
  const text = bytes.toString('utf8', from, from + length);
  if (known === undefined && NAMES.size < MOST_NAMES) NAMES.set(hash, { bytes: Buffer.from(bytes.subarray(from, from + length)), text });
  return text;
}

function isSame(name: Buffer, bytes: Buffer, from: number, length: number): boolean {
  if (name.length !== length) return false;
  for (let index = 0; index < length; index++) if (name[index] !== bytes[from + index]) return false;
  return true;
}
