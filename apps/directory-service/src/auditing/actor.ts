import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PUBLISHED_HEADER } from '#contracts/directory/records.js';
import { CALLER_HEADER, type ForwardedCaller, forwardedCallerOf } from '#identity/forwarded-caller.js';

/** The caller of a change, for the audit. */
export interface Actor extends ForwardedCaller {
  requestId: string;
  /** Called with the revision of the change. */
  published(revision: number): void;
}

/** The service itself, for upkeep and the first start. */
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
