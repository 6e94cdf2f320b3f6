import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { DirectoryCopy } from '#directory/directory-copy.js';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../configuration/config.js';
import { CONFIG, LOGGER } from '../environment.module.js';
import { Administration } from '../forwarding/administration.js';
import { Limits } from '../limits/limits.js';
import { DIRECTORY_ROUTES } from '../routes/directory-routes.js';
import { DirectoryClient } from '../services/directory-client.js';
import { ObjectServiceClient } from '../services/object-service-client.js';
import { IdDoor } from './id-door.js';
import { KeptObjectsDoor } from './kept-objects-door.js';
import { keySetOf } from './key-set.js';
import { namedWorkspace } from './named-workspace.js';
import { TokenHolders } from './token-holder.js';
import { UsageDoor } from './usage-door.js';

/** To the object service, for counts and owners of ids. */
const OBJECT_CONNECTIONS = 4;

/**
 * Registers the routes that are forwarded to the directory, the additions to its answer on usage, and the routes that the gateway
 * answers itself. Plain Fastify handlers: see docs/decisions, 6.
 */
@Injectable()
export class AdministrationRoutes implements OnModuleInit, OnApplicationShutdown {
  private readonly objects: ObjectServiceClient;
  private readonly administration: Administration;
  private readonly usage: UsageDoor;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) { objectServiceUrl: url, internalToken, lookupTimeoutMs: timeoutMs }: Config,
    @Inject(LOGGER) logger: Logger,
    private readonly copy: DirectoryCopy,
    limits: Limits,
    client: DirectoryClient,
  ) {
    this.administration = new Administration(client, copy, logger);
    this.objects = new ObjectServiceClient({ url, internalToken, connections: OBJECT_CONNECTIONS, timeoutMs });
    this.usage = new UsageDoor(this.administration, limits, this.objects, logger);
  }

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    void fastify.register((scope, _options, done) => {
      const own: Partial<Record<string, RouteHandlerMethod>> = {
        readUsage: this.usage.own,
        readUsageOf: this.usage.ofWorkspace,
        listUsage: this.usage.ofAll,
        readMe: new TokenHolders(this.administration, this.copy).handle,
      };
      for (const { name, method, path } of DIRECTORY_ROUTES)
        scope.route({ method, url: path, handler: own[name] ?? this.administration.handle });
      scope.get('/.well-known/jwks.json', (_request, reply) =>
        reply.header('cache-control', 'public, max-age=60').send(keySetOf(this.copy)),
      );
      scope.get('/workspaces', (request, reply) =>
        reply
          .header('cache-control', 'no-store')
          .send(namedWorkspace(this.copy, request.caller, (request.query as { name?: unknown }).name)),
      );
      scope.get('/operator/ids/:externalId', new IdDoor(this.objects).read);
      const kept = new KeptObjectsDoor(this.objects, this.administration);
      scope.post('/operator/workspaces/:workspaceId/kept-objects', kept.read);
      scope.post('/operator/workspaces/:workspaceId/kept-objects/settled', kept.settled);
      done();
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.objects.close();
  }
}
