import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { AWAIT_HEADER, awaitedPosition, LAG_HEADER, REACHED_HEADER } from '#contracts/awaited-position.js';
import { clientGone } from '#service/client-gone.js';
import { AwaitedReads } from './awaited-reads.js';
import { LagWatch } from './lag-watch.js';

/** Adds to every read of a workspace how far it is behind the log, and delays it until it contains the required changes. */
@Injectable()
export class FreshnessInterceptor implements NestInterceptor {
  constructor(
    @Inject(LagWatch) private readonly lag: Pick<LagWatch, 'seconds'>,
    private readonly awaited: AwaitedReads,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const { group } = (request.params ?? {}) as { group?: string };
    if (group === undefined) return next.handle();
    const reply = http.getResponse<FastifyReply>();
    const header = request.headers[AWAIT_HEADER];
    if (typeof header === 'string' && (await this.awaited.reached(group, awaitedPosition(header), clientGone(reply))))
      void reply.header(REACHED_HEADER, '1');
    // Determined before the read, since data that is read afterwards can only be fresher.
    const seconds = this.lag.seconds;
    if (seconds !== undefined) {
      void reply.header(LAG_HEADER, seconds.toFixed(1));
      if (seconds >= 1) void reply.header('age', String(Math.floor(seconds)));
    }
    return next.handle();
  }
}
