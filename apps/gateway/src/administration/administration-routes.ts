import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { DirectoryCopy } from '#directory/directory-copy.js';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../config.js';
import { CONFIG, LOGGER } from '../environment.module.js';
import { Administration } from './administration.js';
import { DirectoryClient } from './directory-client.js';
import { DIRECTORY_ROUTES } from './directory-routes.js';
import { keySetOf } from './key-set.js';
import { namedWorkspace } from './named-workspace.js';

/** Registers what is handed on to the directory, and what the gateway answers of it by itself. Plain Fastify handlers: see docs/decisions, 6. */
@Injectable()
export class AdministrationRoutes implements OnModuleInit, OnApplicationShutdown {
  private readonly client: DirectoryClient;
  private readonly administration: Administration;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) logger: Logger,
    private readonly copy: DirectoryCopy,
  ) {
    this.client = new DirectoryClient({ url: config.directoryUrl, internalToken: config.internalToken });
    this.administration = new Administration(this.client, copy, logger);
  }

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    void fastify.register((scope, _options, done) => {
      for (const { method, path } of DIRECTORY_ROUTES) scope.route({ method, url: path, handler: this.administration.handle });
      scope.get('/.well-known/jwks.json', (_request, reply) => reply.header('cache-control', 'public, max-age=60').send(keySetOf(this.copy)));
      scope.get('/workspaces', (request, reply) => reply.header('cache-control', 'no-store').send(namedWorkspace(this.copy, request.caller, (request.query as { name?: unknown }).name)));
      done();
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.client.close();
  }
}
