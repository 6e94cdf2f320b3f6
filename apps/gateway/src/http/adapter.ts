import { parse } from 'node:querystring';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import type { BearerGuard } from '#identity/bearer.js';
import { protectRoutes } from '#identity/route-protection.js';
import { RouteRules } from '#identity/route-rules.js';
import { answerFrameworkError } from '#problems/connection-errors.js';
import { problemFastifyOptions } from '#problems/fastify-options.js';
import { installProblems } from '#problems/install-problems.js';
import type { Registry } from '#telemetry/metrics.js';
import { noteAccess } from '../access/access-hook.js';
import type { AccessLog } from '../access/access-log.js';
import type { TokenUses } from '../access/token-uses.js';
import type { Config } from '../configuration/config.js';
import { forwardMoved } from '../forwarding/forward-moved.js';
import { Forwarder } from '../forwarding/forwarder.js';
import { limitCalls } from '../limits/limit-calls.js';
import type { Limits } from '../limits/limits.js';
import { interfaceLimits } from '../openapi/interface-limits.js';
import { operationsFor } from '../openapi/operations.js';
import { queryParametersOf } from '../openapi/query-parameters.js';
import type { Readiness } from '../readiness.js';
import { answerInVersions, API_VERSIONS, VERSION_HEADER } from '../routes/api-versions.js';
import { announceDeprecations } from '../routes/deprecation.js';
import { ROUTES } from '../routes/routes.js';
import { ObjectServiceClient } from '../services/object-service-client.js';
import { allowOrigins } from './cross-origin.js';
import { drainConnections } from './drained-connections.js';
import { meetExpectations } from './expectations.js';
import { refuseUnclearFraming } from './framing.js';
import { guardMetrics } from './guarded-metrics.js';
import { measureRequests } from './http-metrics.js';
import { closeGently } from './lingering-close.js';
import { checkRequests } from './request-checks.js';
import { traceRequests } from './request-trace.js';
import { suggestPaths } from './unknown-path.js';

/** How often Node looks for requests that are late. */
const CHECK_INTERVAL_MS = 500;
/** A dead peer without a byte either way; longer than any long poll. */
const SILENT_CONNECTION_MS = 120_000;
/** An id of 256 characters, each of up to 12 percent-encoded bytes. */
const MAX_ENCODED_PARAMETER = 4096;
const MAX_QUERY_PARAMETERS = 64;
/** Enough for a client to send the rest of a body eight times as large as the largest accepted one. */
const LINGER = { ms: 5000, bytes: 32 * 1024 * 1024 };

export interface AdapterParts {
  config: Config;
  guard: BearerGuard;
  directory: DirectoryCopy;
  access: AccessLog;
  tokenUses: TokenUses;
  registry: Registry;
  readiness: Readiness;
  limits: Limits;
}

/** The HTTP server with all its limits, and the checks of each request before its body is read, in this order. */
export function createAdapter({ config, guard, directory, access, tokenUses, registry, readiness, limits }: AdapterParts): FastifyAdapter {
  const adapter = new FastifyAdapter({
    ...problemFastifyOptions,
    // No hook runs for these.
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      answerFrameworkError(error, request, reply.header(VERSION_HEADER, API_VERSIONS[0]!.date)),
    http: {
      maxHeaderSize: config.maxHeaderBytes,
      headersTimeout: Math.min(config.headersTimeoutMs, config.requestTimeoutMs),
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      requireHostHeader: false,
    },
    trustProxy: config.trustedProxies.length === 0 ? false : [...config.trustedProxies],
    requestTimeout: config.requestTimeoutMs,
    keepAliveTimeout: config.keepAliveTimeoutMs,
    connectionTimeout: SILENT_CONNECTION_MS,
    // During shutdown, requests on open connections are still served, with `Connection: close`.
    return503OnClosing: false,
    routerOptions: {
      maxParamLength: MAX_ENCODED_PARAMETER,
      querystringParser: (text: string) => parse(text, '&', '=', { maxKeys: MAX_QUERY_PARAMETERS }) as Record<string, string>,
    },
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  fastify.server.maxConnections = config.maxConnections;
  closeGently(fastify.server, LINGER);
  leaveBodiesToRooms(fastify);
  measureRequests(fastify, registry);
  drainConnections(fastify, readiness);
  traceRequests(fastify);
  answerInVersions(fastify, API_VERSIONS);
  allowOrigins(fastify, config.corsOrigins);
  refuseUnclearFraming(fastify);
  meetExpectations(fastify);
  suggestPaths(fastify, ROUTES);
  installProblems(fastify);
  protectRoutes(fastify, new RouteRules(ROUTES), guard, directory);
  guardMetrics(fastify, config.metricsToken);
  announceDeprecations(fastify, ROUTES);
  checkRequests(fastify, ROUTES, config.maxExternalIdCharacters, queryParametersOf(operationsFor(interfaceLimits(config))));
  noteAccess(fastify, ROUTES, access, tokenUses);
  const { objectServiceUrl: url, internalToken, lookupConnections: connections, lookupTimeoutMs: timeoutMs } = config;
  forwardMoved(fastify, ROUTES, directory, new Forwarder(new ObjectServiceClient({ url, internalToken, connections, timeoutMs })));
  limitCalls(fastify, ROUTES, limits);
  return adapter;
}

/** No body is read or parsed before its module takes it from `request.raw`: the module limits, inflates and checks it. */
function leaveBodiesToRooms(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
}
