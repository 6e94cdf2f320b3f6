import type { IncomingMessage } from 'node:http';
import { Problem } from '#problems/problem.js';
import type { Admitted } from './admission.js';
import { inflate, inflaterOf } from './inflate.js';
import { Turns } from './turns.js';

const fewerElements = (max: number): string =>
  `A body may have at most ${max} bytes, also after decompression; send fewer elements per call.`;

/**
 * The whole body, inflated. Call it after authentication: nothing is inflated for an unknown caller.
 * @param tooLarge message for a body above `maxBytes`
 * @throws Problem 413, 415, 400, 503
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  admitted: Admitted,
  tooLarge = fewerElements(maxBytes),
): Promise<Buffer> {
  const inflater = inflaterOf(request.headers['content-encoding']);
  const announced = Number(request.headers['content-length'] ?? 0);
  // The connection closes: the rest of the body is not worth reading only to keep it open.
  if (announced > maxBytes) throw new Problem('body-too-large', tooLarge, { headers: { connection: 'close' } });
  if (announced > 0) admitted.take(announced);
  const bytes = await collect(request, { maxBytes, tooLarge }, announced, admitted);
  if (inflater === undefined) return bytes;
  return INFLATIONS.run(async () => {
    const inflated = await inflate(inflater, bytes, maxBytes);
    admitted.take(Math.max(0, inflated.length - bytes.length));
    return inflated;
  });
}

/** As many inflations at a time as Node has threads, which limits the inflated data that is not yet admitted. */
const INFLATIONS = new Turns(4);

function collect(
  request: IncomingMessage,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: string },
  announced: number,
  admitted: Admitted,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The client disconnected during the check of its token: no further event will come.
    if (request.destroyed) return reject(new Problem('bad-request', 'The connection closed before the body was complete.'));
    let chunks: Buffer[] = [];
    let length = 0;
    const fail = (error: Error): void => {
      chunks = [];
      request.removeAllListeners('data');
      request.resume();
      reject(error);
    };
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) return fail(new Problem('body-too-large', tooLarge, { headers: { connection: 'close' } }));
      if (announced === 0) {
        try {
          admitted.take(chunk.length);
        } catch (error) {
          return fail(error as Error);
        }
      }
      chunks.push(chunk);
    });
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length)));
    const cut = (): void => {
      if (!request.complete) fail(new Problem('bad-request', 'The connection closed before the body was complete.'));
    };
    request.once('error', cut);
    request.once('close', cut);
  });
}
