import type { FastifyInstance } from 'fastify';
import { Problem } from '#problems/problem.js';

/**
 * Refuses a request whose end two servers could see at different places (request smuggling), and closes the connection,
 * whose further bytes mean nothing certain. Node itself refuses the rest: two lengths, length with coding, bare line feeds.
 */
export function refuseUnclearFraming(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const coding = request.raw.headers['transfer-encoding'];
    if (coding === undefined || coding.toLowerCase() === 'chunked') return done();
    void reply.header('connection', 'close');
    done(new Problem('bad-request', 'Transfer-Encoding must be chunked, or absent.'));
  });
}
