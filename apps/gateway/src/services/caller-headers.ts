import type { FastifyRequest } from 'fastify';
import { NARROWED_HEADER, narrowedHeader } from '#identity/forwarded-narrowing.js';

/** Headers of a forwarded read: the request's id and trace, and the narrowing of its token. */
export function callerHeaders(request: FastifyRequest): Record<string, string> {
  const headers: Record<string, string> = { 'x-request-id': request.id, traceparent: request.traceparent };
  const { narrowing } = request.caller;
  if (narrowing !== undefined) headers[NARROWED_HEADER] = narrowedHeader(narrowing);
  return headers;
}
