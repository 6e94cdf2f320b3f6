import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../readiness.js';

/**
 * What is answered after the signal to stop ends its connection. Fastify says so only of requests that come in later; the
 * connection of one in flight would be kept for its next request, and the server would wait for that until it is cut.
 */
export function keepNoConnectionsWhenStopping(fastify: FastifyInstance, readiness: Pick<Readiness, 'stopping'>): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (readiness.stopping) void reply.header('connection', 'close');
    done(null, payload);
  });
}
