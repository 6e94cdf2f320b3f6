import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CALLER_HEADER, forwardedCallerOf } from '#identity/forwarded-caller.js';
import type { AnsweredFor } from '../storage/webhook-row.js';

/** The caller as verified by the gateway, for a handler's parameter: `@Caller() caller: AnsweredFor`. */
export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext): AnsweredFor => {
  const { subject, tokenId, issuedAt, expiresAt } = forwardedCallerOf(
    context.switchToHttp().getRequest<FastifyRequest>().headers[CALLER_HEADER],
  );
  return { subject, tokenId, issuedAt, expiresAt };
});
