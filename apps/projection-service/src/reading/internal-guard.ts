import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';

export const INTERNAL_TOKEN = Symbol('internal token');

/** Lets in who knows the installation's internal token: the gateway, which has checked the caller. */
export class InternalGuard implements CanActivate {
  private readonly expected: Buffer;

  constructor(@Inject(INTERNAL_TOKEN) token: string) {
    this.expected = digest(token);
  }

  canActivate(context: ExecutionContext): boolean {
    const given = context.switchToHttp().getRequest<FastifyRequest>().headers['x-waymark-internal'];
    // Digests are equally long, which the comparison asks for.
    if (typeof given === 'string' && timingSafeEqual(digest(given), this.expected)) return true;
    throw new Problem('unauthenticated', 'This address is for the services of the installation; call the gateway.');
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
