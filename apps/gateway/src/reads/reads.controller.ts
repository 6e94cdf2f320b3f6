import { type BeforeApplicationShutdown, Controller, Get, Inject, type OnApplicationShutdown, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Gauge } from 'prom-client';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../config.js';
import { CONFIG, LOGGER, REGISTRY } from '../environment.module.js';
import { OpenReads } from './open-reads.js';
import { passThrough } from './pass-through.js';
import { ProjectionClient } from './projection-client.js';

/** The public read paths: the gateway says who may, the projection answers. */
@Controller('groups/:groupID')
export class ReadsController implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly reads: ProjectionClient;
  /** Apart, so that long polls never take the connections that reads need. */
  private readonly feed: ProjectionClient;
  private readonly open = new OpenReads();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(REGISTRY) registry: Registry,
  ) {
    const { projectionUrl: url, internalToken } = config;
    this.reads = new ProjectionClient({ url, internalToken, connections: config.readConnections, queue: config.readQueue });
    this.feed = new ProjectionClient({ url, internalToken, connections: config.feedConnections, queue: 0 });
    const { reads, feed } = this;
    new Gauge({
      name: 'waymark_reads_in_flight',
      help: 'Requests to the projection that have no whole answer yet, those waiting for a connection included.',
      labelNames: ['kind'],
      registers: [registry],
      collect() {
        this.set({ kind: 'read' }, reads.inFlight);
        this.set({ kind: 'feed' }, feed.inFlight);
      },
    });
  }

  @Get('externalObjects')
  list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.read(request, reply);
  }

  @Get('externalObjects/:externalId')
  object(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.read(request, reply);
  }

  @Get('externalObjects/:externalId/history')
  history(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.read(request, reply);
  }

  @Get('tiles/:z/:x/:y.mvt')
  tile(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.read(request, reply);
  }

  @Get('view')
  view(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.follow(request, reply, true);
  }

  @Get('changes')
  changes(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.follow(request, reply, false);
  }

  private async follow(request: FastifyRequest, reply: FastifyReply, isStream: boolean): Promise<FastifyReply> {
    const { signal, leave } = this.open.enter(request);
    reply.raw.once('close', leave);
    return passThrough(this.feed, request, reply, { timeoutMs: this.config.readTimeoutMs, ends: signal, isStream, log: this.logger });
  }

  /** Long polls and streams end now, so that the client asks the next gateway with the same cursor; reads are finished. */
  beforeApplicationShutdown(): void {
    this.open.close();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.reads.close(), this.feed.close()]);
  }

  private read(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return passThrough(this.reads, request, reply, { timeoutMs: this.config.readTimeoutMs, log: this.logger });
  }
}
