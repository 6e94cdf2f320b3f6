const TEXT_OID = 25;
const INT4_OID = 23;
const INT8_OID = 20;
const JSON_OID = 114;
const HEADER_BYTES = 20;

/**
 * Arrays in Postgres' binary format (array_recv): pg sends a Buffer parameter as binary, so nothing is quoted here and
 * nothing unquoted there. For thousands of rows by `unnest` this is a third of the cost of array literals.
 * Write `$1::text[]` and so on in the statement, so that the parameter's type is the buffer's.
 */
export function textArray(values: readonly string[]): Buffer {
  return encodeTexts(values, TEXT_OID);
}

/** Values are JSON texts. */
export function jsonArray(values: readonly string[]): Buffer {
  return encodeTexts(values, JSON_OID);
}

export function int4Array(values: readonly number[]): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + values.length * 8);
  let at = writeHeader(buffer, INT4_OID, values.length);
  for (const value of values) {
    at = buffer.writeInt32BE(4, at);
    at = buffer.writeInt32BE(value, at);
  }
  return buffer;
}

/** Whole numbers below 2^53. */
export function int8Array(values: readonly number[]): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + values.length * 12);
  let at = writeHeader(buffer, INT8_OID, values.length);
  for (const value of values) {
    at = buffer.writeInt32BE(8, at);
    at = buffer.writeInt32BE(Math.floor(value / 0x1_0000_0000), at);
    at = buffer.writeUInt32BE(value >>> 0, at);
  }
  return buffer;
}

function encodeTexts(values: readonly string[], oid: number): Buffer {
  let bytes = HEADER_BYTES;
  // UTF-8 needs at most three bytes for each UTF-16 unit; the true length is known after writing.
  for (const value of values) bytes += 4 + value.length * 3;
  const buffer = Buffer.allocUnsafe(bytes);
  let at = writeHeader(buffer, oid, values.length);
  for (const value of values) {
    const length = buffer.write(value, at + 4, 'utf8');
    buffer.writeInt32BE(length, at);
    at += 4 + length;
  }
  return buffer.subarray(0, at);
}

/** One dimension from 1, no nulls; an empty array has no dimension in Postgres, but array_recv takes one of length 0. */
function writeHeader(buffer: Buffer, oid: number, length: number): number {
  let at = buffer.writeInt32BE(1, 0);
  at = buffer.writeInt32BE(0, at);
  at = buffer.writeInt32BE(oid, at);
  at = buffer.writeInt32BE(length, at);
  return buffer.writeInt32BE(1, at);
}
