import type { FastifyInstance } from 'fastify';
import { Problem } from '#problems/problem.js';
import { OPEN_ROUTES } from './internal-routes.js';

const RETRY_AFTER_S = '2';

/**
 * Refuses requests until the tables exist, since HTTP starts before the migrations. Only health routes answer, without using the database.
 */
export function refuseUnmigrated(fastify: FastifyInstance, isMigrated: () => boolean): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { url } = request.routeOptions;
    if (isMigrated() || (url !== undefined && OPEN_ROUTES.has(url))) return done();
    done(
      new Problem('not-ready', 'The directory is starting: its tables do not exist yet. Nothing was changed; try again in a moment.', {
        headers: { 'retry-after': RETRY_AFTER_S },
      }),
    );
  });
}
