import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PUBLISHED_HEADER } from '#contracts/directory/records.js';
import { CALLER_HEADER, type ForwardedCaller, forwardedCallerOf } from '#identity/forwarded-caller.js';

/** The caller who changes the directory, for the audit. */
export interface Actor extends ForwardedCaller {
  requestId: string;
  /** Receives the revision that a change has made. */
  published(revision: number): void;
}

/** The service itself: upkeep, first start. */
export const upkeepActor = (task: string): Actor => ({ subject: 'directory-service', requestId: task, published: () => undefined });

/** The actor of a request, for a handler's parameter: `@By() actor: Actor`. */
export const By = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const reply = http.getResponse<FastifyReply>();
  return {
    ...forwardedCallerOf(request.headers[CALLER_HEADER]),
    requestId: request.id,
    published: (revision) => void reply.header(PUBLISHED_HEADER, String(revision)),
  };
});
