import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import type { Logger } from '#telemetry/logger.js';
import { DelegatedCalls } from '../services/delegated-calls.js';
import type { ServiceAnswer, ServiceClient } from '../services/service-client.js';
import type { RequestBodies } from './request-bodies.js';
import { targetOf } from './request-target.js';

/** Forwarded answer headers. */
const ANSWER_HEADERS = [
  'content-type',
  'retry-after',
  'cache-control',
  'content-disposition',
  'www-authenticate',
  'location',
  'etag',
] as const;

/** Calls to one service whose answers are read as a whole, to complete them, and to wait until this gateway knows the changes. */
export class WholeCalls extends DelegatedCalls {
  constructor(
    client: ServiceClient,
    copy: DirectoryCopy,
    logger: Logger,
    readonly bodies: RequestBodies,
  ) {
    super(client, copy, logger);
  }

  /** The answer of the service. @throws Problem when the service is down or fails */
  async ask(request: FastifyRequest): Promise<ServiceAnswer> {
    return this.send(request, {
      method: request.method === 'HEAD' ? 'GET' : request.method,
      path: targetOf(request.raw.url ?? '/'),
      body: await this.bodies.of(request),
    });
  }

  answer(reply: FastifyReply, answer: ServiceAnswer): FastifyReply {
    void reply.code(answer.status).header('cache-control', 'no-store');
    for (const name of ANSWER_HEADERS) if (answer.headers[name] !== undefined) void reply.header(name, answer.headers[name]);
    return reply.send(answer.status === 204 ? undefined : answer.body);
  }
}
