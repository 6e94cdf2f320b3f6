import { type BrotliDecompress, brotliDecompress, type Gunzip, gunzip, type Inflate, inflate as inflateZlib } from 'node:zlib';
import { Problem } from '#problems/problem.js';

type Engine = Gunzip | Inflate | BrotliDecompress;
type Callback = (error: NodeJS.ErrnoException | null, result: { buffer: Buffer; engine: Engine }) => void;
/** With `info`, Node also returns the engine, which knows how much of the input it used; Node's type definitions lack that. */
type Inflater = (bytes: Buffer, options: { maxOutputLength: number; info: true }, done: Callback) => void;

const INFLATERS: Readonly<Record<string, Inflater>> = {
  gzip: gunzip as unknown as Inflater,
  'x-gzip': gunzip as unknown as Inflater,
  deflate: inflateZlib as unknown as Inflater,
  br: brotliDecompress as unknown as Inflater,
};

/** @throws Problem 415 for an unknown coding, and for more than one */
export function inflaterOf(header: string | undefined): Inflater | undefined {
  if (header === undefined) return undefined;
  const coding = header.trim().toLowerCase();
  if (coding === '' || coding === 'identity') return undefined;
  if (Object.hasOwn(INFLATERS, coding)) return INFLATERS[coding];
  throw new Problem('unsupported-encoding', 'Content-Encoding must be exactly one of gzip, deflate (zlib) and br.', {
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  });
}

/**
 * Stops as soon as the output exceeds `maxBytes`.
 * @throws Problem 413, and 400 for data that is truncated, damaged or followed by something else
 */
export function inflate(inflater: Inflater, bytes: Buffer, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    inflater(bytes, { maxOutputLength: maxBytes, info: true }, (error, result) => {
      if (error?.code === 'ERR_BUFFER_TOO_LARGE')
        reject(
          new Problem('body-too-large', `The body has more than ${maxBytes} bytes after decompression; send fewer elements per call.`, {
            headers: { connection: 'close' },
          }),
        );
      else if (error)
        reject(
          new Problem(
            'invalid-encoding',
            'The body is incomplete or damaged, or does not match its Content-Encoding (deflate means the zlib format).',
          ),
        );
      else if (result.engine.bytesWritten !== bytes.length)
        reject(new Problem('invalid-encoding', 'The body continues after the end of the compressed data.'));
      else resolve(result.buffer);
    });
  });
}
