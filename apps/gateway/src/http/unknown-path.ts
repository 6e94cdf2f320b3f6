import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';
import { openApiPath } from '../openapi/complete-document.js';
import type { GatewayRoute } from '../routes/gateway-route.js';

/**
 * For a path without a route, suggests the route that was probably meant, for an extra slash or different upper and lower case, and
 * points out an empty part where an id should be.
 */
export function suggestPaths(fastify: FastifyInstance, routes: readonly GatewayRoute[]): void {
  const known = [...new Set(routes.map(({ path }) => path))];
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404) return done(emptyPart(request));
    const path = request.raw.url?.split('?', 1)[0] ?? '';
    // The path exists as written; only the method differs.
    if (known.some((pattern) => fits(pattern.split('/'), path.split('/')))) return done();
    const plain = path
      .replace(/\/{2,}/g, '/')
      .replace(/\/$/, '')
      .toLowerCase()
      .split('/');
    const meant = known.find((pattern) => fits(pattern.toLowerCase().split('/'), plain));
    done(
      meant === undefined
        ? undefined
        : new Problem(
            'not-found',
            `No route has this path, but there is ${openApiPath(meant)} (check the slashes and upper and lower case).`,
          ),
    );
  });
}

function fits(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.length === path.length && pattern.every((part, at) => (part.startsWith(':') ? path[at] !== '' : part === path[at]));
}

/** For a client that left out an id, as in `/operator/plans/`. Ids of objects are checked with the rest of their request. */
function emptyPart({ params, routeOptions }: FastifyRequest): Problem | undefined {
  for (const name in params as Record<string, string>) {
    if ((params as Record<string, string>)[name] !== '' || name === 'externalId') continue;
    const detail = `must not be empty: the path is ${openApiPath(routeOptions.url ?? '')}`;
    return new Problem('not-found', `${name} in the path ${detail}; is it missing, or is there a slash too many?`, {
      errors: [{ pointer: name, detail }],
    });
  }
  return undefined;
}
