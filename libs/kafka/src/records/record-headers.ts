import type { ConsumedRecord } from './record.js';

/** A header's name, and its bytes in a record. */
export interface HeaderName {
  readonly text: string;
  readonly bytes: Buffer;
}

export const headerName = (text: string): HeaderName => ({ text, bytes: Buffer.from(text) });

/** Cache of names by their bytes, since all records of a topic have the same few names. */
const NAMES = new Map<number, HeaderName>();
const MAX_NAMES = 256;

/**
 * The headers of a record (Kafka's record format, version 2: their number, then names and values, each with its length). If a name occurs
 * twice, the last one counts, as in Kafka's own `lastHeader`; a value may be missing.
 * @param names headers to decode; default: all
 */
export function decodeHeaders(bytes: Buffer, names?: readonly HeaderName[]): ConsumedRecord['headers'] {
  const headers: ConsumedRecord['headers'] = {};
  const at = { offset: 0 };
  for (let count = varInt(bytes, at); count > 0; count--) {
    const nameLength = varInt(bytes, at);
    const nameAt = at.offset;
    at.offset += Math.max(0, nameLength);
    const length = varInt(bytes, at);
    const valueAt = at.offset;
    at.offset += Math.max(0, length);
    const name =
      nameLength < 0 ? undefined : names === undefined ? nameOf(bytes, nameAt, nameLength) : wantedName(names, bytes, nameAt, nameLength);
    // The name `__proto__` would set the prototype of the object.
    if (name !== undefined && name !== '__proto__') headers[name] = length < 0 ? undefined : bytes.subarray(valueAt, valueAt + length);
  }
  return headers;
}

/** A zigzag-encoded number; lengths are below 2^31. */
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

/** The wanted name at a position, if there is one. Most other names are ruled out by length and last bytes, without decoding. */
function wantedName(names: readonly HeaderName[], bytes: Buffer, from: number, length: number): string | undefined {
  for (const name of names) if (isSame(name.bytes, bytes, from, length)) return name.text;
  return undefined;
}

function nameOf(bytes: Buffer, from: number, length: number): string {
  let hash = length;
  for (let index = from; index < from + length; index++) hash = (hash * 31 + bytes[index]!) | 0;
  const known = NAMES.get(hash);
  if (known !== undefined && isSame(known.bytes, bytes, from, length)) return known.text;
  const text = bytes.toString('utf8', from, from + length);
  if (known === undefined && NAMES.size < MAX_NAMES) NAMES.set(hash, { bytes: Buffer.from(bytes.subarray(from, from + length)), text });
  return text;
}

function isSame(name: Buffer, bytes: Buffer, from: number, length: number): boolean {
  if (name.length !== length) return false;
  // From the end, since the names in a record mostly begin alike.
  for (let index = length - 1; index >= 0; index--) if (name[index] !== bytes[from + index]) return false;
  return true;
}
