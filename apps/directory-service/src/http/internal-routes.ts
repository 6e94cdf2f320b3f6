import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { InternalGuard } from '#identity/internal-guard.js';

/** Routes about the state of this service, which need no token. */
export const OPEN_ROUTES: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics']);

/** Restricts all routes to services of the installation, except the open ones. */
export class InternalRoutes extends InternalGuard {
  override canActivate(context: ExecutionContext): boolean {
    const { url } = context.switchToHttp().getRequest<FastifyRequest>().routeOptions;
    return (url !== undefined && OPEN_ROUTES.has(url)) || super.canActivate(context);
  }
}
