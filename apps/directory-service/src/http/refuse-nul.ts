import type { FastifyInstance } from 'fastify';
import { Problem } from '#problems/problem.js';

/** No name or id holds a NUL, and Postgres takes none in a text: refused before any handler sees it. */
export function refuseNul(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    done(/%00/.test(request.url) ? new Problem('bad-url', 'The URL contains a NUL (%00); names and ids cannot contain one.') : undefined);
  });
}
