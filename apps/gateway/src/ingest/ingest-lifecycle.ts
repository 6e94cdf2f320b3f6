import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../config.js';
import { CONFIG, LOGGER, REGISTRY } from '../environment.module.js';
import { Readiness } from '../readiness.js';
import { createIngestParts, type IngestParts } from './ingest-parts.js';

const OBJECT = '/groups/:groupID/externalObjects/:externalId';

/** Registers the routes, connects, and closes in order. Plain Fastify handlers: see docs/decisions, 6. */
@Injectable()
export class IngestLifecycle implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly parts: IngestParts;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(REGISTRY) registry: Registry,
    readiness: Readiness,
  ) {
    this.parts = createIngestParts(config, logger, registry, (error) => this.end(error));
    const { producer, replies } = this.parts;
    readiness.add({
      name: 'broker',
      check: () => {
        if (!producer.ready) throw new Error('not connected');
      },
    });
    readiness.add({
      name: 'outcomes',
      check: () => {
        if (!replies.ready()) throw new Error('outcomes are not read yet');
      },
    });
  }

  onModuleInit(): void {
    const { updates, edits, operations, producer, replies } = this.parts;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    void fastify.register((scope, _options, done) => {
      // The handlers read bodies themselves: bounded, inflated, counted.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
      scope.post('/groups/:groupID/externalObjects', updates.handle);
      scope.get('/groups/:groupID/operations/:operationId', operations.handle);
      scope.patch(OBJECT, edits.edit);
      scope.post(`${OBJECT}/archive`, edits.archive);
      scope.post(`${OBJECT}/restore`, edits.restore);
      done();
    });
    replies.start();
    producer.connect().catch((error: unknown) => this.logger.error({ err: error }, 'The producer did not connect.'));
  }

  /** Who still waits gets 202: the elements are in the log, and another gateway can look them up. */
  async beforeApplicationShutdown(): Promise<void> {
    this.parts.waits.close();
  }

  async onApplicationShutdown(): Promise<void> {
    const { producer, replies, objectService } = this.parts;
    await Promise.all([producer.close(), replies.close(), objectService.close()]);
  }

  /** Without outcomes every call would wait in vain: better to start anew. */
  private end(error: Error): void {
    this.logger.fatal({ err: error }, 'The outcomes can no longer be read; the gateway ends.');
    process.exit(1);
  }
}
