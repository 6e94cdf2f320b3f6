import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Ids accepted from a caller; short, and safe in logs and headers. */
const ACCEPTED = /^[\w.:@+/=-]{1,128}$/;

export function makeRequestId(): string {
  return randomUUID();
}

/** The caller's X-Request-Id if it is acceptable, otherwise a new id. For Fastify's `genReqId`. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : makeRequestId();
}
