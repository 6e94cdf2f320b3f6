import type { FastifyRequest } from 'fastify';
import { NARROWED_HEADER, narrowedHeader } from '#identity/forwarded-narrowing.js';

/** For reads: the request and its trace, and the narrowing of its token. */
export function callerHeaders(request: FastifyRequest): Record<string, string> {
  const headers: Record<string, string> = { 'x-request-id': request.id, traceparent: request.traceparent };
  const { narrowing } = request.caller;
  if (narrowing !== undefined) headers[NARROWED_HEADER] = narrowedHeader(narrowing);
  return headers;
}
