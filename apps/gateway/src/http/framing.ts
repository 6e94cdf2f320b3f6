import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem } from '#problems/problem.js';

/** Far more than any client sends. Above its own limit of 2,000, Node would silently drop headers. */
const MAX_HEADERS = 200;

/**
 * Refuses a request whose length or target two servers could interpret differently (request smuggling), and closes the connection,
 * since its further bytes are ambiguous. Node refuses other cases itself: two lengths, a length with a coding, bare line feeds.
 * Node must have `requireHostHeader: false`, because its own answer to a missing Host has no body.
 */
export function refuseUnclearFraming(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const problem = framingProblem(request.raw);
    if (problem === undefined) return done();
    void reply.header('connection', 'close');
    done(problem);
  });
}

function framingProblem(request: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'httpVersion'>): Problem | undefined {
  const { headers, rawHeaders } = request;
  if (rawHeaders.length > 2 * MAX_HEADERS) return new Problem('headers-too-large', `A request may have at most ${MAX_HEADERS} headers.`);
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return new Problem('bad-request', 'Transfer-Encoding must be chunked, or absent.');
  const hosts = countOf('host', rawHeaders);
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1'))
    return new Problem('bad-request', 'A request must have exactly one Host header.');
  return undefined;
}

function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at]!;
    if (given.length === name.length && given.toLowerCase() === name) count += 1;
  }
  return count;
}
