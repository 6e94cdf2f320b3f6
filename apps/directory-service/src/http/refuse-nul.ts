import type { FastifyInstance } from 'fastify';
import { Problem } from '#problems/problem.js';

/** Refuses NUL in requests, which no name or id may contain, since Postgres cannot store it in text. */
export function refuseNul(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    done(/%00/.test(request.url) ? new Problem('bad-url', 'The URL contains a NUL (%00); names and ids cannot contain one.') : undefined);
  });
}
