import type { PoolClient } from 'pg';
import { HEADER_BYTES, OIDS } from './binary-array.js';
import { copyData } from './copy.js';

/** Signature, flags, and length 0 of the header extension (PostgreSQL, COPY, "Binary Format"). */
const BEGIN = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const END = -1;
const NULL = -1;
const LENGTH_BYTES = 4;
const FIRST_BYTES = 64 * 1024;
/** Most bytes in UTF-8 of one UTF-16 code unit. */
const BYTES_PER_CHARACTER = 3;

/**
 * Rows in COPY's binary format, which avoids converting numbers to digits and back. Each row must have all columns, in order and with
 * their exact types.
 */
export class BinaryRows {
  private buffer = Buffer.allocUnsafe(FIRST_BYTES);
  private at = BEGIN.copy(this.buffer);
  private rows = 0;

  /** @param columns number of columns in a row */
  constructor(private readonly columns: number) {}

  get count(): number {
    return this.rows;
  }

  /** Begins a row. */
  row(): this {
    this.room(2);
    this.at = this.buffer.writeInt16BE(this.columns, this.at);
    this.rows++;
    return this;
  }

  null(count = 1): this {
    this.room(LENGTH_BYTES * count);
    for (let n = 0; n < count; n++) this.at = this.buffer.writeInt32BE(NULL, this.at);
    return this;
  }

  int4(value: number): this {
    this.length(4);
    this.at = this.buffer.writeInt32BE(value, this.at);
    return this;
  }

  /** A whole number below 2^53. */
  int8(value: number): this {
    this.length(8);
    this.at = this.buffer.writeInt32BE(Math.floor(value / 0x1_0000_0000), this.at);
    this.at = this.buffer.writeUInt32BE(value >>> 0, this.at);
    return this;
  }

  bigint(value: bigint): this {
    this.length(8);
    this.at = this.buffer.writeBigInt64BE(value, this.at);
    return this;
  }

  float8(value: number): this {
    this.length(8);
    this.at = this.buffer.writeDoubleBE(value, this.at);
    return this;
  }

  /** Postgres cannot store NUL; the caller must refuse it. */
  text(value: string): this {
    this.room(LENGTH_BYTES + value.length * BYTES_PER_CHARACTER);
    const length = this.buffer.write(value, this.at + LENGTH_BYTES);
    this.buffer.writeInt32BE(length, this.at);
    this.at += LENGTH_BYTES + length;
    return this;
  }

  /**
   * Begins an array with one dimension; its elements follow, each as a separate value.
   * @param type of the elements, which have 8 bytes
   * @param nulls number of null elements
   */
  array8(type: 'int8' | 'float8', elements: number, nulls: number): this {
    this.room(LENGTH_BYTES + HEADER_BYTES);
    for (const part of [HEADER_BYTES + LENGTH_BYTES * elements + 8 * (elements - nulls), 1, nulls > 0 ? 1 : 0, OIDS[type], elements, 1])
      this.at = this.buffer.writeInt32BE(part, this.at);
    return this;
  }

  /** The complete data with its end; no row may follow. */
  end(): Buffer {
    this.room(2);
    this.at = this.buffer.writeInt16BE(END, this.at);
    return this.buffer.subarray(0, this.at);
  }

  private length(bytes: number): void {
    this.room(LENGTH_BYTES + bytes);
    this.at = this.buffer.writeInt32BE(bytes, this.at);
  }

  private room(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, this.at + bytes));
    this.buffer.copy(larger, 0, 0, this.at);
    this.buffer = larger;
  }
}

/** Writes rows by COPY, in the caller's transaction. @returns number of written rows */
export async function copyBinaryRows(client: PoolClient, table: string, columns: readonly string[], rows: BinaryRows): Promise<number> {
  if (rows.count === 0) return 0;
  return copyData(client, `copy ${table} (${columns.join(', ')}) from stdin (format binary)`, rows.end());
}
