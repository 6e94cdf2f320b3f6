import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './problem-filter.js';
import { NO_ROUTE, problemOf } from './problem-of.js';
import { Problem } from './problem.js';
import { RouteMethods } from './route-methods.js';

/**
 * Unknown paths get 404, wrong methods 405 with Allow, and OPTIONS on a known path 204 with Allow. Errors go to Fastify's error handler,
 * which Nest replaces by its filters (`ProblemFilter`); without Nest, call `answerErrorsWithProblems` as well. Call this right after the
 * instance was created, before any route.
 */
export function installProblems(fastify: FastifyInstance): void {
  const routes = new RouteMethods();
  fastify.addHook('onRoute', (route) => routes.add(route.url, route.method));
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 && !isHidden(routes, request)) return done();
    answerUnrouted(routes, request, reply, done);
  });
}

/** For a Fastify instance without Nest. */
export function answerErrorsWithProblems(fastify: FastifyInstance): void {
  fastify.setErrorHandler((error, request, reply) => sendProblem(problemOf(error), request, reply));
}

/** A route with a parameter, although another route has a fixed word there: `GET …/areas/import` does not ask for an area. */
function isHidden(routes: RouteMethods, request: FastifyRequest): boolean {
  const url = request.routeOptions.url ?? '';
  return routes.mayBeHidden(url) && !routes.methodsOf(request.raw.url?.split('?', 1)[0] ?? '').includes(request.method);
}

function answerUnrouted(routes: RouteMethods, request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
  const path = request.raw.url?.split('?', 1)[0] ?? '';
  const methods = routes.methodsOf(path);
  // The method exists, but no route matches, because a part of the path has a wrong form.
  if (methods.length === 0 || methods.includes(request.method)) {
    done(new Problem('not-found', NO_ROUTE));
    return;
  }
  const allow = [...methods, 'OPTIONS'].join(', ');
  if (request.method === 'OPTIONS') {
    void reply.code(204).header('allow', allow).send();
    return;
  }
  done(new Problem('method-not-allowed', `${request.method} is not supported here; use ${allow}.`, { headers: { allow } }));
}
