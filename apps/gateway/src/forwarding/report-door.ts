import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../configuration/config.js';
import { CONFIG, LOGGER } from '../environment.module.js';
import { REPORT_ROUTES } from '../routes/report-routes.js';
import { ProjectionClient } from '../services/projection-client.js';
import { passThrough } from './pass-through.js';

/** Calls that may wait for a connection; more get 503. */
const QUEUE = 64;

/** The public paths of reports: the gateway authorises, the report service answers. Plain Fastify handlers: see docs/decisions, 6. */
@Injectable()
export class ReportDoor implements OnModuleInit, OnApplicationShutdown {
  /** Apart from reads: a crowd of reports must not hold them up. */
  private readonly client: ProjectionClient;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.client = new ProjectionClient({
      url: config.reportUrl,
      internalToken: config.internalToken,
      connections: config.reportConnections,
      queue: QUEUE,
    });
  }

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    for (const { path } of REPORT_ROUTES) {
      fastify.get(path, (request, reply) =>
        passThrough(this.client, request, reply, { timeoutMs: this.config.reportTimeoutMs, log: this.logger }),
      );
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.client.close();
  }
}
