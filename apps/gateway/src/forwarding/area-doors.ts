import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { DirectoryCopy } from '#directory/directory-copy.js';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../configuration/config.js';
import { CONFIG, LOGGER } from '../environment.module.js';
import { AREA_ROUTES } from '../routes/area-routes.js';
import { DirectoryClient, type ServiceWords } from '../services/directory-client.js';
import { Administration } from './administration.js';

const WORDS: ServiceWords = {
  away:
    'The area service cannot be reached at the moment; objects are still taken and read. Nothing is ' +
    'known of what became of this call: look before you send it again.',
  busy: 'Too many calls to the area service are waiting; try again in a moment.',
  failed: 'The area service failed; look before you send the call again.',
};
/** A collection of areas. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Forwards calls about areas to the area service. Plain Fastify handlers: see docs/decisions, 6. */
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
    this.client = new DirectoryClient({ url: areaUrl, internalToken, words: WORDS });
    this.doors = new Administration(this.client, copy, logger, { maxBodyBytes: MAX_BODY_BYTES });
  }

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    for (const { method, path } of AREA_ROUTES) fastify.route({ method, url: path, handler: this.doors.handle });
  }

  onApplicationShutdown(): Promise<void> {
    return this.client.onApplicationShutdown();
  }
}
