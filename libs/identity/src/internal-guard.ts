import { createHash, timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Injection token of the accepted secrets (`acceptedTokens`). */
export const INTERNAL_TOKEN = Symbol('internal token');

/** Accepts only calls from this installation's services, which send a secret in `x-waymark-internal`. */
@Injectable()
export class InternalGuard implements CanActivate {
  private readonly accepted: readonly Buffer[];

  constructor(@Inject(INTERNAL_TOKEN) accepted: readonly string[]) {
    this.accepted = accepted.map(digest);
  }

  canActivate(context: ExecutionContext): boolean {
    const given = context.switchToHttp().getRequest<FastifyRequest>().headers['x-waymark-internal'];
    // Digests, because timingSafeEqual requires equal lengths.
    if (typeof given === 'string' && this.accepted.some((each) => timingSafeEqual(digest(given), each))) return true;
    throw new Problem('unauthenticated', 'This route is internal: the header x-waymark-internal is missing or wrong.');
  }
}
