import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { body, type InputCase, VALID_TEXT } from '../input-case.js';

const zeros = Buffer.alloc(64 * 1024 * 1024, 0x20);
const gzip = gzipSync(VALID_TEXT);
const coded = (name: string, want: number | number[], bytes: Buffer, coding: string | string[], more: Partial<InputCase> = {}) =>
  body(name, want, bytes, { headers: { 'content-encoding': coding }, ...more });

/** Content codings (gzip, deflate and br, bounded once inflated). */
export const ENCODINGS: InputCase[] = [
  coded('gzip', 200, gzip, 'gzip', { stores: true }),
  coded('deflate', 200, deflateSync(VALID_TEXT), 'deflate', { stores: true }),
  coded('br', 200, brotliCompressSync(VALID_TEXT), 'br', { stores: true }),
  coded('identity', 200, Buffer.from(VALID_TEXT), 'identity', { stores: true }),
  coded('a gzip bomb of 64 MiB', 413, gzipSync(zeros, { level: 9 }), 'gzip'),
  coded('a deflate bomb of 64 MiB', 413, deflateSync(zeros), 'deflate'),
  coded('a br bomb of 64 MiB', 413, brotliCompressSync(zeros.subarray(0, 32 * 1024 * 1024)), 'br'),
  {
    ...coded('a gzip bomb without a token stays packed', 401, gzipSync(zeros, { level: 9 }), 'gzip'),
    send: {
      body: gzipSync(zeros, { level: 9 }),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      authorization: null,
    },
  },
  coded('gzip cut short', 400, gzip.subarray(0, -6), 'gzip'),
  coded('gzip with a broken checksum', 400, Buffer.concat([gzip.subarray(0, -8), Buffer.alloc(8, 1)]), 'gzip'),
  coded('junk after the gzip', 400, Buffer.concat([gzip, Buffer.from('junk')]), 'gzip'),
  coded('plain text called gzip', 400, Buffer.from(VALID_TEXT), 'gzip'),
  coded('plain text called br', 400, Buffer.from(VALID_TEXT), 'br'),
  coded('raw deflate', 400, deflateRawSync(VALID_TEXT), 'deflate'),
  coded('nothing called gzip', 400, Buffer.alloc(0), 'gzip'),
  coded('gzip twice', 415, gzipSync(gzip), 'gzip, gzip'),
  coded('zstd', 415, zstdCompressSync(VALID_TEXT), 'zstd'),
  coded('an unknown coding', 415, Buffer.from(VALID_TEXT), 'aws-chunked'),
  coded('gzip not announced', 400, gzip, []),
];
