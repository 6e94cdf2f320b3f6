import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { DirectoryCopy } from '#directory/directory-copy.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { FieldSightings } from '../checks/field-sightings.js';
import { FieldWatch } from '../checks/field-watch.js';
import { SightingsReport } from '../checks/sightings-report.js';
import type { Config } from '../configuration/config.js';
import { CONFIG, LOGGER, REGISTRY } from '../environment.module.js';
import { Administration } from '../forwarding/administration.js';
import { Limits } from '../limits/limits.js';
import { Readiness } from '../readiness.js';
import { DirectoryClient } from '../services/directory-client.js';
import { createIngestParts, type IngestParts } from './ingest-parts.js';
import { ReleaseAudit } from './release-audit.js';

const OBJECT = '/groups/:groupID/externalObjects/:externalId';

/** Registers the routes, connects, and closes in order. Plain Fastify handlers: see docs/decisions, 6. */
@Injectable()
export class IngestLifecycle implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly parts: IngestParts;
  private readonly report: SightingsReport;
  private readonly stopping = new AbortController();
  private topicsChecked = false;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(REGISTRY) registry: Registry,
    readiness: Readiness,
    limits: Limits,
    directory: DirectoryCopy,
    client: DirectoryClient,
  ) {
    const sightings = new FieldSightings(registry);
    this.report = new SightingsReport(sightings, client, logger);
    this.parts = createIngestParts(config, logger, registry, {
      fields: new FieldWatch(directory, sightings),
      holds: directory,
      releases: new ReleaseAudit(new Administration(client, directory, logger)),
      ownPart: () => limits.ownPart,
      onFatal: (error) => this.end(error, 'The outcomes can no longer be read; the gateway ends.'),
    });
    limits.holdBacklogWhile(this.parts.busy);
    const { producer, replies } = this.parts;
    readiness.add({
      name: 'topics',
      check: () => {
        if (!this.topicsChecked) throw new Error('the topics are not checked yet');
      },
    });
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
    const { updates, edits, adoptions, pictures, operations } = this.parts;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    void fastify.register((scope, _options, done) => {
      // The handlers read the bodies themselves, with limits, decompression and counting.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
      scope.post('/groups/:groupID/externalObjects', updates.handle);
      scope.get('/groups/:groupID/operations/:operationId', operations.handle);
      scope.patch(OBJECT, edits.edit);
      scope.post(`${OBJECT}/archive`, edits.archive);
      scope.post(`${OBJECT}/restore`, edits.restore);
      scope.delete(OBJECT, edits.erase);
      scope.put(`${OBJECT}/picture`, pictures.put);
      scope.delete(`${OBJECT}/picture`, pictures.remove);
      scope.put(`${OBJECT}/hold`, edits.hold);
      scope.delete(`${OBJECT}/hold`, edits.release);
      scope.delete('/operator/workspaces/:workspaceId/externalObjects/:externalId/hold', edits.release);
      scope.delete('/operator/workspaces/:workspaceId/ids/:externalId', edits.releaseId);
      scope.post('/operator/workspaces/:workspaceId/adoptions', adoptions.handle);
      done();
    });
    this.report.start();
    void this.connect();
  }

  /** Until this is done every call gets 503: nothing is sent to topics that differ from the settings. */
  private async connect(): Promise<void> {
    const { topics, producer, replies } = this.parts;
    try {
      await topics(this.stopping.signal);
    } catch (error) {
      return this.end(error as Error, 'The topics are not as the settings say; the gateway ends.');
    }
    if (this.stopping.signal.aborted) return;
    this.topicsChecked = true;
    replies.start();
    await producer.connect().catch((error: unknown) => this.logger.error({ err: error }, 'The producer did not connect.'));
  }

  /** Calls that still wait get 202: the elements are in the log, and another gateway can look them up. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    this.parts.waits.close();
  }

  async onApplicationShutdown(): Promise<void> {
    const { producer, replies, objectService, pictureStore, projection } = this.parts;
    await Promise.all([
      producer.close(),
      replies.close(),
      objectService.close(),
      pictureStore.close(),
      projection.close(),
      this.report.stop(),
    ]);
  }

  /** A restart is better than letting every call wait in vain, or sending elements where nobody applies them. */
  private end(error: Error, message: string): void {
    this.logger.fatal({ err: error }, message);
    process.exit(1);
  }
}
