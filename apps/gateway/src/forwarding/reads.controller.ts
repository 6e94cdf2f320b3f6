import { type BeforeApplicationShutdown, Controller, Get, Inject, type OnApplicationShutdown, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Gauge } from 'prom-client';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { CONFIG, LOGGER, REGISTRY } from '../environment.module.js';
import { ObjectServiceClient } from '../services/object-service-client.js';
import { PictureStore } from '../services/picture-store.js';
import { ProjectionClient } from '../services/projection-client.js';
import { OperationIds } from '../writes/operation-ids.js';
import { AwaitedOperations } from './awaited-operation.js';
import { OpenReads } from './open-reads.js';
import { passThrough } from './pass-through.js';
import { QuestionBodies } from './question-bodies.js';
import { sendPicture } from './send-picture.js';

/** The projection runs fewer exports at a time. */
const EXPORT_CONNECTIONS = 16;
const JSON_FORMAT = /[?&]format=json(?:&|$)/;

/** A long search may precede the next line; the projection limits the whole export (EXPORT_SECONDS). */
const EXPORT_SILENCE_MS = 120_000;

/** A request for a format other than JSON. */
function isExport({ raw }: FastifyRequest): boolean {
  const url = raw.url ?? '';
  return url.includes('format=') ? !JSON_FORMAT.test(url) : /text\/csv|geo\+json|gpx\+xml|x-ndjson/i.test(raw.headers.accept ?? '');
}

/** The public read paths: the gateway checks the permission, the projection answers. */
@Controller('groups/:groupID')
export class ReadsController implements BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly reads: ProjectionClient;
  /** Separate, so that long polls never take the connections that reads need. */
  private readonly feed: ProjectionClient;
  private readonly exports: ProjectionClient;
  private readonly open = new OpenReads();
  private readonly operations: ObjectServiceClient;
  private readonly awaited: AwaitedOperations;
  private readonly pictures: PictureStore;
  private readonly bodies = new QuestionBodies();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(REGISTRY) registry: Registry,
  ) {
    const { projectionUrl: url, internalToken } = config;
    this.operations = new ObjectServiceClient({
      url: config.objectServiceUrl,
      internalToken,
      connections: config.lookupConnections,
      timeoutMs: config.lookupTimeoutMs,
    });
    this.awaited = new AwaitedOperations(this.operations, new OperationIds(config.operationIdSecret), config.objectPartitions);
    this.pictures = new PictureStore(config);
    this.reads = new ProjectionClient({ url, internalToken, connections: config.readConnections, queue: config.readQueue });
    this.feed = new ProjectionClient({ url, internalToken, connections: config.feedConnections, queue: 0 });
    this.exports = new ProjectionClient({ url, internalToken, connections: EXPORT_CONNECTIONS, queue: 0 });
    const { reads, feed, exports } = this;
    new Gauge({
      name: 'waymark_reads_in_flight',
      help: 'Requests to the projection that have no whole answer yet, those waiting for a connection included.',
      labelNames: ['kind'],
      registers: [registry],
      collect() {
        this.set({ kind: 'read' }, reads.inFlight);
        this.set({ kind: 'feed' }, feed.inFlight);
        this.set({ kind: 'export' }, exports.inFlight);
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
    return this.longRead(request, reply);
  }

  @Get('externalObjects/:externalId/picture')
  picture(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return sendPicture(
      { projection: this.reads, pictures: this.pictures, awaited: this.awaited, timeoutMs: this.config.readTimeoutMs },
      request,
      reply,
    );
  }

  @Get('externalObjects/:externalId/trips')
  trips(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.read(request, reply);
  }

  @Get('externalObjects/:externalId/hold')
  hold(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.read(request, reply);
  }

  @Get('externalObjects/:externalId/export')
  export(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.longRead(request, reply, this.exports);
  }

  @Get('holds')
  holds(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.read(request, reply);
  }

  @Get('history')
  histories(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.longRead(request, reply);
  }

  @Get('positions')
  positions(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.read(request, reply);
  }

  @Get('visits')
  visits(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.read(request, reply);
  }

  @Post('visits')
  async visitsOfGeometry(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
    return this.read(request, reply, await this.bodies.read(request));
  }

  @Get('types')
  types(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<FastifyReply> {
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
    return passThrough(this.feed, request, reply, {
      timeoutMs: this.config.readTimeoutMs,
      ends: signal,
      awaited: this.awaited,
      isStream,
      log: this.logger,
    });
  }

  /** Ends long polls and streams, so that clients ask the next gateway with the same cursor; reads are finished. */
  beforeApplicationShutdown(): void {
    this.open.close();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.reads.close(), this.feed.close(), this.exports.close(), this.operations.close(), this.pictures.close()]);
  }

  private read(request: FastifyRequest, reply: FastifyReply, body?: Buffer): Promise<FastifyReply> {
    return passThrough(this.reads, request, reply, { timeoutMs: this.config.readTimeoutMs, awaited: this.awaited, body, log: this.logger });
  }

  /**
   * A read that may be an export: it ends like a stream when its token is no longer valid, and an export uses separate
   * connections.
   */
  private async longRead(
    request: FastifyRequest,
    reply: FastifyReply,
    client = isExport(request) ? this.exports : this.reads,
  ): Promise<FastifyReply> {
    const { signal, leave } = this.open.enter(request);
    reply.raw.once('close', leave);
    return passThrough(client, request, reply, {
      timeoutMs: this.config.readTimeoutMs,
      silenceMs: client === this.exports ? EXPORT_SILENCE_MS : undefined,
      ends: signal,
      awaited: this.awaited,
      log: this.logger,
    });
  }
}
