import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type RouteRule, RouteRules } from '#identity/route-rules.js';

/** Announces the end of a route or a version. */
export interface Deprecation {
  /** Date such as `2027-03-01`, from which the route is deprecated; it still works as before. */
  readonly since: string;
  /** Date from which the route may be removed; not before `since`. */
  readonly sunset: string;
  /** Address of a page that names the replacement. */
  readonly link: string;
}

type Route = RouteRule & { readonly deprecated?: Deprecation };

/** `Deprecation` (RFC 9745: a structured-field date), `Sunset` (RFC 8594: an HTTP-date), and links to explanations. */
export type DeprecationHeaders = Readonly<Record<'deprecation' | 'sunset' | 'link', string>>;

/** @throws Error for invalid dates, or a sunset before the deprecation */
export function deprecationHeaders({ since, sunset, link }: Deprecation): DeprecationHeaders {
  const [from, until] = [Date.parse(since), Date.parse(sunset)];
  if (Number.isNaN(from) || Number.isNaN(until)) throw new Error(`A deprecation needs two dates, not ${since} and ${sunset}.`);
  if (until < from) throw new Error(`What is deprecated since ${since} cannot be gone at ${sunset} (RFC 9745, 4).`);
  return {
    deprecation: `@${Math.floor(from / 1000)}`,
    sunset: new Date(until).toUTCString(),
    link: `<${link}>; rel="deprecation"; type="text/html", <${link}>; rel="sunset"; type="text/html"`,
  };
}

/**
 * Adds the headers to every answer of deprecated routes, including refusals; other routes have no extra cost. Call it after
 * `protectRoutes`.
 */
export function announceDeprecations(fastify: FastifyInstance, routes: readonly Route[]): void {
  const deprecated = new RouteRules(routes.filter((route) => route.deprecated !== undefined));
  if (deprecated.all.length === 0) return;
  fastify.addHook('onRoute', (route) => {
    const rule = deprecated.find(typeof route.method === 'string' ? route.method : route.method[0]!, route.url) as Route | undefined;
    if (rule?.deprecated === undefined) return;
    const headers = deprecationHeaders(rule.deprecated);
    const announce = (_request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      void reply.headers(headers);
      done();
    };
    const others = route.onRequest === undefined ? [] : Array.isArray(route.onRequest) ? route.onRequest : [route.onRequest];
    // Before the check of tokens, whose refusals are answers too.
    route.onRequest = [announce, ...others] as RouteOptions['onRequest'];
  });
}
