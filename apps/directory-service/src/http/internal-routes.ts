import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { InternalGuard } from '#identity/internal-guard.js';

/** Say how this service is. */
export const OPEN_ROUTES: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics']);

/** Every route is only for the services of the installation, except those that report this service's own state. */
export class InternalRoutes extends InternalGuard {
  override canActivate(context: ExecutionContext): boolean {
    const { url } = context.switchToHttp().getRequest<FastifyRequest>().routeOptions;
    return (url !== undefined && OPEN_ROUTES.has(url)) || super.canActivate(context);
  }
}
