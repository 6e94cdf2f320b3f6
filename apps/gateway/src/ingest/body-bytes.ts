import type { IncomingMessage } from 'node:http';
import { Problem } from '#problems/problem.js';
import type { Admitted } from './admission.js';
import { inflate, inflaterOf } from './inflate.js';
import { Turns } from './turns.js';

const fewerElements = (max: number): string => `A body has at most ${max} bytes, also once inflated; send fewer elements a call.`;

/**
 * The whole body, inflated. Call it after the caller is known: nothing is inflated for a stranger.
 * @param tooLarge what is said of one with more than `maxBytes`
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
  // What follows is not read to its end only to keep the connection.
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

/** So many at a time as Node has threads for it: what is inflated and not yet admitted is bounded by them. */
const INFLATIONS = new Turns(4);

function collect(
  request: IncomingMessage,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: string },
  announced: number,
  admitted: Admitted,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Gone while its token was verified: no event will come any more.
    if (request.destroyed) return reject(new Problem('bad-request', 'The connection ended before the body did.'));
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
      if (!request.complete) fail(new Problem('bad-request', 'The connection ended before the body did.'));
    };
    request.once('error', cut);
    request.once('close', cut);
  });
}
