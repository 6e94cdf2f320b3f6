import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DelegatedCall, DelegatedCalls } from '../services/delegated-calls.js';
import type { ServiceAnswer } from '../services/service-client.js';
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

/** Calls to one service whose answers are read as a whole: they can be completed, and wait until this gateway knows their changes. */
export class WholeCalls {
  constructor(
    private readonly calls: DelegatedCalls,
    private readonly bodies: RequestBodies,
  ) {}

  /** The answer of the service. @throws Problem when it is away or failed */
  async ask(request: FastifyRequest): Promise<ServiceAnswer> {
    return this.hand(request, {
      method: request.method === 'HEAD' ? 'GET' : request.method,
      path: targetOf(request.raw.url ?? '/'),
      body: await this.bodyOf(request),
    });
  }

  /** The answer to a different call, made on behalf of the same caller. @throws Problem when the service is away or failed */
  hand(request: FastifyRequest, call: DelegatedCall): Promise<ServiceAnswer> {
    return this.calls.send(request, call);
  }

  answer(reply: FastifyReply, answer: ServiceAnswer): FastifyReply {
    void reply.code(answer.status).header('cache-control', 'no-store');
    for (const name of ANSWER_HEADERS) if (answer.headers[name] !== undefined) void reply.header(name, answer.headers[name]);
    return reply.send(answer.status === 204 ? undefined : answer.body);
  }

  /** @see RequestBodies.of */
  bodyOf(request: FastifyRequest): Promise<Buffer | undefined> {
    return this.bodies.of(request);
  }
}
