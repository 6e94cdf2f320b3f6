import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { RouteRules } from '#identity/route-rules.js';
import { invalidParameter } from '#problems/invalid-parameter.js';
import { Problem } from '#problems/problem.js';
import type { QueryParameters, TextBounds } from '../openapi/query-parameters.js';
import type { GatewayRoute } from '../routes/gateway-route.js';
import { accepts } from './accept.js';

const NOT_IN_AN_ID = /[\u0000-\u001f\u007f-\u009f]|^\s*$/;

const PERSON = 'person:';

/**
 * Checks of an authorised request before its body is read: the caller, Accept, the query, ids in the
 * path, and whether a body is required or allowed.
 */
export function checkRequests(
  fastify: FastifyInstance,
  routes: readonly GatewayRoute[],
  maxIdCharacters: number,
  parametersOf: (route: GatewayRoute) => QueryParameters,
): void {
  const rules = new RouteRules(routes);
  fastify.addHook('onRoute', (route) => {
    const method = typeof route.method === 'string' ? route.method : route.method[0]!;
    const rule = rules.find(method, route.url) as GatewayRoute | undefined;
    if (rule === undefined) return;
    const before = route.onRequest === undefined ? [] : Array.isArray(route.onRequest) ? route.onRequest : [route.onRequest];
    route.onRequest = [...before, checkOf(rule, route, maxIdCharacters, parametersOf(rule))] as RouteOptions['onRequest'];
  });
}

function checkOf(rule: GatewayRoute, route: RouteOptions, maxIdCharacters: number, parameters: QueryParameters) {
  const idParameter = /\/(?:externalObjects|ids)\/:([^/]+)/.exec(route.url)?.[1];
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const { headers } = request.raw;
    if (rule.ofPeople === true && !request.caller.subject.startsWith(PERSON))
      return done(new Problem('forbidden', 'Only people can do this, and the token belongs to a machine. Log in with POST /auth/login.'));
    if (!accepts(headers.accept, rule.produces))
      return done(
        new Problem('not-acceptable', `This route answers with ${rule.produces.join(' or ')}, which the Accept header must allow.`),
      );
    const queryFault = rule.anyQuery === true ? undefined : checkQuery(request, parameters);
    if (queryFault !== undefined) return done(queryFault);
    if (rule.body === undefined && hasBody(headers)) {
      void reply.header('connection', 'close');
      return done(new Problem('bad-request', `${request.method} accepts no body here; send none.`));
    }
    if (rule.body === 'required' && !hasLength(headers)) {
      // The following bytes may be a body or another request, which cannot be distinguished.
      void reply.header('connection', 'close');
      return done(new Problem('length-required', 'The request has no Content-Length; send it, or Transfer-Encoding: chunked.'));
    }
    if (rule.body === 'required' && headers['content-length'] === '0')
      return done(new Problem(isOtherType(headers) ? 'bad-request' : 'malformed-json', 'The body is empty, and this route requires one.'));
    done(
      idParameter === undefined ? undefined : checkExternalId((request.params as Record<string, string>)[idParameter]!, maxIdCharacters),
    );
  };
}

/**
 * Refuses unknown and empty parameters, since the caller would take them for filters. Values are validated by the code that uses
 * them.
 */
function checkQuery(request: FastifyRequest, known: QueryParameters): Problem | undefined {
  const url = request.raw.url ?? '';
  const begin = url.indexOf('?');
  if (begin < 0) return undefined;
  if (!isDecodable(url.slice(begin + 1)))
    return new Problem('bad-url', 'A % in the query is not followed by two hexadecimal digits, or the bytes are not UTF-8.');
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
    if (!known.has(name)) {
      const taken = known.size === 0 ? 'this route has none' : `the existing ones are ${[...known.keys()].join(', ')}`;
      return invalidParameter(name.slice(0, 100), `This parameter does not exist here; ${taken}.`);
    }
    const fault = typeof value === 'string' ? lengthFault(value, known.get(name)) : undefined;
    if (fault !== undefined) return invalidParameter(name, fault);
  }
  return undefined;
}

function lengthFault(text: string, bounds: TextBounds | undefined): string | undefined {
  if (bounds === undefined) return undefined;
  if (text === '' && bounds.least > 0) return 'It is empty; send a value, or omit it.';
  return text.length > bounds.most && [...text].length > bounds.most ? `It has more than ${bounds.most} characters.` : undefined;
}

function isDecodable(query: string): boolean {
  if (!query.includes('%')) return true;
  try {
    // The result is used, since a bundler might otherwise remove the call.
    return decodeURIComponent(query) !== '';
  } catch {
    return false;
  }
}

interface FramingHeaders {
  'content-length'?: string;
  'transfer-encoding'?: string;
}

function hasBody(headers: FramingHeaders): boolean {
  return hasLength(headers) && headers['content-length'] !== '0';
}

/** Whether the request says that its body is no JSON, such as a picture. */
const isOtherType = (headers: IncomingHttpHeaders): boolean => !(headers['content-type'] ?? 'json').includes('json');

function hasLength(headers: FramingHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
}

/** Checks a decoded externalId in a path by the same rules as one in a body: not too long, not blank, no control characters. */
function checkExternalId(id: string, maxCharacters: number): Problem | undefined {
  const fault =
    id === ''
      ? 'The externalId in the path is empty; is there a slash too many?'
      : NOT_IN_AN_ID.test(id)
        ? 'The externalId in the path is blank or contains a control character.'
        : id.length > maxCharacters && [...id].length > maxCharacters
          ? `The externalId in the path has more than ${maxCharacters} characters.`
          : undefined;
  return fault === undefined ? undefined : new Problem('invalid', fault, { errors: [{ pointer: 'externalId', detail: fault }] });
}
