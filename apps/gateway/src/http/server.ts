import { parse } from 'node:querystring';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { answerFrameworkError } from '#problems/connection-errors.js';
import { problemFastifyOptions } from '#problems/fastify-options.js';
import type { Config } from '../configuration/config.js';
import { API_VERSIONS, VERSION_HEADER } from '../routes/api-versions.js';
import { closeGently } from './lingering-close.js';

/** How often Node looks for requests that exceed their time limit. */
const CHECK_INTERVAL_MS = 500;
/** After this long without a byte in either direction, the peer counts as dead. Longer than any long poll. */
const SILENT_CONNECTION_MS = 120_000;
/** An id of 256 characters, each up to 12 characters long when percent-encoded; rounded up. */
const MAX_ENCODED_PARAMETER = 4096;
const MAX_QUERY_PARAMETERS = 64;
/** Enough for a client to send the rest of a body eight times as large as the largest accepted one. */
const LINGER = { ms: 5000, bytes: 32 * 1024 * 1024 };

/** The HTTP server with all its limits. `HttpModule` adds the checks before the routes. */
export function createHttpServer(config: Config): FastifyAdapter {
  const adapter = new FastifyAdapter({
    ...problemFastifyOptions,
    // No hook runs for these errors.
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
  const { server } = adapter.getInstance();
  server.maxConnections = config.maxConnections;
  closeGently(server, LINGER);
  return adapter;
}
