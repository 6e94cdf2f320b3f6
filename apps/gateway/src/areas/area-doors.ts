import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { DirectoryCopy } from '#directory/directory-copy.js';
import type { Logger } from '#telemetry/logger.js';
import { Administration } from '../administration/administration.js';
import type { Config } from '../config.js';
import { DirectoryClient } from '../directory/directory-client.js';
import { CONFIG, LOGGER } from '../environment.module.js';
import { AREA_ROUTES } from './area-routes.js';

/** A collection of areas. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Hands calls about areas to the area service. Plain Fastify handlers: see docs/decisions, 6. */
@Injectable()
export class AreaDoors implements OnModuleInit, OnApplicationShutdown {
  private readonly client: DirectoryClient;
  private readonly doors: Administration;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) { areaUrl, internalToken }: Config,
    @Inject(LOGGER) logger: Logger,
    copy: DirectoryCopy,
  ) {
    this.client = new DirectoryClient({ url: areaUrl, internalToken, called: 'the area service' });
    this.doors = new Administration(this.client, copy, logger, { called: 'The area service', maxBodyBytes: MAX_BODY_BYTES });
  }

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    for (const { method, path } of AREA_ROUTES) fastify.route({ method, url: path, handler: this.doors.handle });
  }

  onApplicationShutdown(): Promise<void> {
    return this.client.onApplicationShutdown();
  }
}
