/**
 * Arrays in Postgres' binary format (array_recv): pg sends a Buffer parameter as binary, so neither side has to quote or unquote, which
 * for arrays of JSON was a tenth of all work. Statements must have a cast such as `$1::text[]`, since the element type must be exactly
 * that of the buffer. Types have the numbers of the catalogue (pg_type).
 */
export const OIDS = { bool: 16, bytea: 17, int8: 20, int4: 23, text: 25, json: 114, float8: 701 } as const;

/** The header: number of dimensions, whether any element is null, the type of the elements, and length and lower bound of the dimension. */
export const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;

function header(buffer: Buffer, oid: number, hasNulls: boolean, count: number): number {
  buffer.writeInt32BE(1, 0);
  buffer.writeInt32BE(hasNulls ? 1 : 0, 4);
  buffer.writeInt32BE(oid, 8);
  buffer.writeInt32BE(count, 12);
  buffer.writeInt32BE(1, 16);
  return HEADER_BYTES;
}

function fixed<T>(oid: number, size: number, values: readonly T[], write: (buffer: Buffer, value: T, at: number) => void): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + values.length * (LENGTH_BYTES + size));
  let at = header(buffer, oid, false, values.length);
  for (const value of values) {
    buffer.writeInt32BE(size, at);
    write(buffer, value, at + LENGTH_BYTES);
    at += LENGTH_BYTES + size;
  }
  return buffer;
}

export const int4Array = (values: readonly number[]): Buffer =>
  fixed(OIDS.int4, 4, values, (buffer, value, at) => buffer.writeInt32BE(value, at));
/** Whole numbers below 2^53. */
export const int8Array = (values: readonly number[]): Buffer => fixed(OIDS.int8, 8, values, writeInt8);
export const float8Array = (values: readonly number[]): Buffer =>
  fixed(OIDS.float8, 8, values, (buffer, value, at) => buffer.writeDoubleBE(value, at));
export const boolArray = (values: readonly boolean[]): Buffer =>
  fixed(OIDS.bool, 1, values, (buffer, value, at) => buffer.writeUInt8(value ? 1 : 0, at));

function writeInt8(buffer: Buffer, value: number, at: number): void {
  buffer.writeInt32BE(Math.floor(value / 0x1_0000_0000), at);
  buffer.writeUInt32BE(value >>> 0, at + 4);
}

function strings(oid: number, values: readonly (string | null)[]): Buffer {
  let size = HEADER_BYTES;
  for (const value of values) size += LENGTH_BYTES + (value === null ? 0 : Buffer.byteLength(value));
  const buffer = Buffer.allocUnsafe(size);
  let at = header(buffer, oid, values.includes(null), values.length);
  for (const value of values) {
    const length = value === null ? -1 : buffer.write(value, at + LENGTH_BYTES);
    buffer.writeInt32BE(length, at);
    at += LENGTH_BYTES + Math.max(0, length);
  }
  return buffer;
}

export const textArray = (values: readonly (string | null)[]): Buffer => strings(OIDS.text, values);
/** @param values JSON texts */
export const jsonArray = (values: readonly string[]): Buffer => strings(OIDS.json, values);

export function byteaArray(values: readonly (Buffer | null)[]): Buffer {
  const parts: Buffer[] = [Buffer.allocUnsafe(HEADER_BYTES)];
  header(parts[0]!, OIDS.bytea, values.includes(null), values.length);
  for (const value of values) {
    const length = Buffer.allocUnsafe(LENGTH_BYTES);
    length.writeInt32BE(value?.length ?? -1);
    parts.push(length);
    if (value) parts.push(value);
  }
  return Buffer.concat(parts);
}
