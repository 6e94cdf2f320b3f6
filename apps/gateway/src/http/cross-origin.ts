import type { FastifyInstance } from 'fastify';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** Request headers of the API beyond those that any page may send. */
const REQUEST_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, ' +
  'Priority, Waymark-Position, Waymark-Version';
/** Response headers that a page may read beyond those that browsers always expose. */
const ANSWER_HEADERS =
  'Deprecation, ETag, Idempotency-Replayed, Link, Location, ' +
  'Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, Sunset, ' +
  'Waymark-Lag, Waymark-Position, Waymark-Version, WWW-Authenticate';
/** How long browsers may cache a preflight: short, so that a removed origin loses access soon. */
const REMEMBERED_S = 600;

/**
 * Lets pages of these origins call the API with a token (Fetch Standard, CORS). Cookies are never allowed: the app's session
 * is only for the app's own pages.
 * @param origins in the form that browsers send; empty: no page of another origin may call
 */
export function allowOrigins(fastify: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  fastify.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    // So that no cache serves an answer for one origin to another.
    void reply.header('vary', 'Origin');
    if (origin === undefined || !allowed.has(origin) || isOfTheApp(request.url)) return done();
    void reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', ANSWER_HEADERS);
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return done();
    void reply
      .header('access-control-allow-methods', METHODS)
      .header('access-control-allow-headers', REQUEST_HEADERS)
      .header('access-control-max-age', REMEMBERED_S)
      .code(204)
      .send();
  });
}

const isOfTheApp = (url: string): boolean => url.startsWith('/app/') || url === '/app';
