import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** W3C Trace Context: the caller's trace id with a new span id, for forwarded requests and the answer. */
    traceparent: string;
  }
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})$/;

/** Keeps the caller's trace id if it is valid; otherwise starts a new, unsampled trace. */
function traceparentOf(given: string | string[] | undefined): string {
  const known = typeof given === 'string' ? TRACEPARENT.exec(given) : null;
  return known === null ? `00-${randomUUID().replaceAll('-', '')}-${spanId()}-00` : `00-${known[1]}-${spanId()}-${known[2]}`;
}

/** Part of a UUID: Node makes those from a pool of random bytes, at a tenth of the cost of a system call each time. */
function spanId(): string {
  const uuid = randomUUID();
  return uuid.slice(0, 8) + uuid.slice(24, 32);
}

/** Adds the request's id (X-Request-Id) and its trace to every answer. */
export function traceRequests(fastify: FastifyInstance): void {
  fastify.decorateRequest('traceparent', '');
  fastify.addHook('onRequest', (request, reply, done) => {
    request.traceparent = traceparentOf(request.raw.headers.traceparent);
    void reply.header('x-request-id', request.id).header('traceparent', request.traceparent).header('x-content-type-options', 'nosniff');
    done();
  });
}
