import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import { Database } from './database.js';

/** Answered even before the migrations, since these routes show what is missing. */
const WITHOUT_TABLES = ['/health/', '/metrics', '/operator/diagnosis'];

/**
 * The server listens before the migrations have run. Until then, columns may be missing, and routes that need them ask the client to try
 * again.
 */
@Injectable()
export class MigratedGuard implements CanActivate {
  constructor(private readonly database: Database) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.database.isMigrated) return true;
    const { url } = context.switchToHttp().getRequest<FastifyRequest>();
    if (WITHOUT_TABLES.some((beginning) => url.startsWith(beginning))) return true;
    throw new Problem('unavailable', 'The service is starting and its tables are not ready yet; try again in a moment.', {
      headers: { 'retry-after': '1' },
    });
  }
}
