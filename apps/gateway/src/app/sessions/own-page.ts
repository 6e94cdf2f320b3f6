import type { FastifyRequest } from 'fastify';
import { Problem } from '#problems/problem.js';

/**
 * The app sends this header with each call about its session. A form on another site cannot set a header, and a script there
 * needs a preflight request to do so.
 */
const APP_HEADER = 'waymark-app';
const FOREIGN_SITES: ReadonlySet<unknown> = new Set(['cross-site', 'same-site']);

/** Configured parts of the address at which browsers reach the app. */
export interface OwnAddress {
  /** Setting APP_URL; empty: not set. */
  appUrl: string;
}

type PageRequest = Pick<FastifyRequest, 'headers' | 'host' | 'protocol'>;

/**
 * Accepts only calls made by the app's own pages: a browser sends the cookie with every call, whichever site caused the call.
 * @throws Problem 403
 */
export function requireOwnPage(request: PageRequest, { appUrl }: OwnAddress): void {
  const { headers } = request;
  if (headers[APP_HEADER] !== '1')
    throw foreign('The header Waymark-App: 1 is missing, which the app sends with each request for its session', APP_HEADER);
  if (FOREIGN_SITES.has(headers['sec-fetch-site']))
    throw foreign('According to the browser, a page of another site or host made this call (Sec-Fetch-Site)', 'sec-fetch-site');
  const { origin } = headers;
  if (origin === undefined || isOwn(origin, request.host, appUrl)) return;
  throw foreign(
    'The Origin header names a different host than the request; behind a proxy that changes Host, set APP_URL on the gateway',
    'origin',
  );
}

/**
 * Whether the browser uses https, either directly or to a proxy. Decided by `Origin`, else by the setting, else by the
 * proxy's header or the socket.
 */
export function isReachedByHttps(request: PageRequest, { appUrl }: OwnAddress): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return origin.startsWith('https://');
  return appUrl === '' ? request.protocol === 'https' : appUrl.startsWith('https://');
}

function isOwn(origin: string, host: string, appUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: given, protocol } = new URL(origin);
  // A sandboxed page sends "null", which is not an origin; and an origin has no path.
  if (given !== origin.toLowerCase() || (protocol !== 'https:' && protocol !== 'http:')) return false;
  if (appUrl !== '' && given === new URL(appUrl).origin) return true;
  // Parsed with the same scheme, so that both omit the default port.
  const own = `${protocol}//${host}`;
  return URL.canParse(own) && new URL(own).origin === given;
}

function foreign(detail: string, pointer: string): Problem {
  return new Problem('forbidden', `${detail}. Nothing was done. Programs log in with POST /auth/login.`, {
    errors: [{ pointer, detail: 'is not the one that the app sends' }],
  });
}
