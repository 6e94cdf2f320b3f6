import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '#telemetry/logger.js';
import { BegunChanges } from '../access/begun-changes.js';
import type { Config } from '../configuration/config.js';
import { CONFIG, LOGGER } from '../environment.module.js';
import { passThrough } from '../forwarding/pass-through.js';
import { ProjectionClient } from '../services/projection-client.js';

const REBUILD = '/operator/rebuild';
const CONNECTIONS = 2;
const QUEUE = 8;
/** A rebuild is a separate process, which has to start first. */
const TIMEOUT_MS = 25_000;

/** Names in the audit for runs with a parameter. */
const NOTED = {
  check: 'projection (compared only)',
  acceptDifferences: 'projection (differences accepted)',
  undo: 'projection (the last swap undone)',
} as const;

/**
 * Rebuilds of the projection: the projection does the work, the gateway checks the permission and logs it first. Plain Fastify handlers:
 * see docs/decisions, 6.
 */
@Injectable()
export class RebuildRoutes implements OnModuleInit, OnApplicationShutdown {
  private readonly client: ProjectionClient;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) { projectionUrl: url, internalToken }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly begun: BegunChanges,
  ) {
    this.client = new ProjectionClient({ url, internalToken, connections: CONNECTIONS, queue: QUEUE });
  }

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.get(REBUILD, (request, reply) => this.ask(request, reply));
    fastify.post<{ Querystring: Partial<Record<keyof typeof NOTED, unknown>> }>(REBUILD, async (request, reply) => {
      const asked = (Object.keys(NOTED) as (keyof typeof NOTED)[]).find((name) => request.query[name] === 'true');
      await this.begun.note(request, 'startRebuild', asked === undefined ? 'projection' : NOTED[asked]);
      return this.ask(request, reply);
    });
  }

  private ask(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    return passThrough(this.client, request, reply, { timeoutMs: TIMEOUT_MS, log: this.logger });
  }

  onApplicationShutdown(): Promise<void> {
    return this.client.close();
  }
}
