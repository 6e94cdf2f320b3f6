import { setTimeout as sleep } from 'node:timers/promises';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Received } from '../../reading/source.js';
import { isAllowed } from './allowed.js';
import type { HttpListenerOptions } from './options.js';
import { readBody, readQuery } from './read-request.js';
import type { Reports } from './report.js';

const BODY_BYTES = 1024 * 1024;
const REQUEST_MS = 30_000;
const MAX_CONNECTIONS = 10_000;

export interface ListenerOptions {
  readonly options: HttpListenerOptions;
  readonly certificate?: { readonly cert: Buffer; readonly key: Buffer };
  /** How long a request waits for the disk before the answer is 503; milliseconds. */
  readonly timeoutMs: number;
  /** Limit of messages that wait for the disk; beyond it requests get a 503 at once. */
  readonly mostWaiting: number;
  waiting(): number;
  /** Resolves when the messages are on disk. */
  keep(messages: readonly Received[]): Promise<void>;
  onConnectionFault(detail: string): void;
}

/** A server for reports of devices, on any path, because devices use different ones. Answers 200 when the report is on disk. */
export function createListener(options: ListenerOptions): FastifyInstance {
  const app = fastify({
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_MS,
    connectionTimeout: REQUEST_MS * 2,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    ...(options.certificate && { https: options.certificate }),
  } as object) as unknown as FastifyInstance;
  app.server.maxConnections = MAX_CONNECTIONS;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error: { statusCode?: number; message?: string }, _request, reply) => {
    const status = error.statusCode ?? 500;
    return text(
      reply,
      status,
      status === 413
        ? `The body has more than ${BODY_BYTES} bytes.`
        : status < 500
          ? String(error.message)
          : 'The agent could not take it. Send it again.',
    );
  });
  app.route({ method: ['GET', 'POST'], url: '/*', handler: (request, reply) => take(request, reply, options) });
  return app;
}

async function take(
  request: FastifyRequest,
  reply: FastifyReply,
  { options, timeoutMs, mostWaiting, waiting, keep, onConnectionFault }: ListenerOptions,
): Promise<FastifyReply> {
  const query = request.url.split('?').slice(1).join('?');
  const body = typeof request.body === 'string' ? request.body : '';
  const inBody = request.method === 'POST' && body !== '';
  const given =
    /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ??
    new URLSearchParams(inBody && isForm(request) ? body : query).get('key') ??
    undefined;
  // A sender without any secret must not learn about the rules.
  if (!isAllowed(options, given, []) && given === undefined) return refused(reply);
  const reports: Reports = inBody ? readBody(request.headers['content-type'] ?? '', body) : readQuery(query);
  if ('fault' in reports) return text(reply, 400, reports.fault);
  if (
    !isAllowed(
      options,
      given,
      reports.map(({ device }) => device),
    )
  )
    return refused(reply);
  if (waiting() + reports.length > mostWaiting) return busy(reply);
  const done = new AbortController();
  const kept = keep(reports.map(({ message }) => message)).then(
    () => 'kept' as const,
    (error: unknown) => {
      onConnectionFault(String(error));
      return 'failed' as const;
    },
  );
  const late = sleep(timeoutMs, 'late' as const, { signal: done.signal }).catch(() => 'late' as const);
  const outcome = await Promise.race([kept, late]);
  done.abort();
  return outcome === 'kept' ? text(reply, 200, '') : busy(reply);
}

function isForm(request: FastifyRequest): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
}

function busy(reply: FastifyReply): FastifyReply {
  return text(reply.header('retry-after', '10'), 503, 'The agent waits for its disk or for the gateway. Send it again later.');
}

function refused(reply: FastifyReply): FastifyReply {
  return text(
    reply.header('www-authenticate', 'Bearer'),
    401,
    'Send the secret of the device as Authorization: Bearer …, or as key in the query.',
  );
}

function text(reply: FastifyReply, status: number, detail: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(detail);
}
