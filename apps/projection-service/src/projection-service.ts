import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { awaitTopics } from '#kafka/await-topics.js';
import type { UnitProcessor } from '#kafka/unit-processor.js';
import type { UnitTransport } from '#kafka/unit-transport.js';
import { migrate } from '#postgres/migrate.js';
import { problemFastifyOptions } from '#problems/fastify-options.js';
import { installProblems } from '#problems/install-problems.js';
import { ProblemFilter } from '#problems/problem-filter.js';
import { NestLogger } from '#telemetry/nest-logger.js';
import { ProjectionModule } from './app.js';
import type { Config } from './config.js';
import { AwaitedReads } from './freshness/awaited-reads.js';
import { FreshnessInterceptor } from './freshness/freshness.interceptor.js';
import { AreaProjector } from './projecting/area-projector.js';
import { createEventsTransport, type EventsSource, type EventsTopic } from './projecting/events-transport.js';
import { logStarts } from './projecting/log-bounds.js';
import { projectionMetrics } from './projecting/projection-metrics.js';
import { Projector } from './projecting/projector.js';
import { createParts, type ProjectionParts } from './projection-parts.js';
import { Readiness } from './readiness.js';

/** An id of 256 characters, each of up to 12 percent-encoded bytes. */
const MAX_ENCODED_PARAMETER = 4096;
/** Cursors grow with the number of partitions. */
const MAX_HEADER_BYTES = 65_536;
/** A notification of a commit may be missed while its connection is made anew. */
const AWAITED_POLL_MS = 500;
const REPLICA_POLL_MS = 25;

/** The running service: migrated, serving reads, projecting as soon as the broker is there. */
export class ProjectionService {
  private readonly parts: ProjectionParts;
  private readonly readiness: Readiness;
  private readonly stopping = new AbortController();
  private app: NestFastifyApplication | undefined;
  private transport: UnitTransport | undefined;
  private areaTransport: UnitTransport | undefined;

  /** @param onFatal called once when the process can't go on and must be started again */
  constructor(
    config: Config,
    private readonly onFatal: (error: Error) => void,
  ) {
    this.parts = createParts(config, onFatal);
    this.readiness = new Readiness(this.parts);
  }

  get logger(): ProjectionParts['logger'] {
    return this.parts.logger;
  }

  async start(): Promise<void> {
    const {
      config,
      logger,
      dataSource,
      pieces,
      listener,
      directory,
      areaFollower,
      dataUpkeep,
      indexUpkeep,
      snapshots,
      lag,
      readPool,
      signal,
      waiting,
    } = this.parts;
    await migrate(dataSource, { onWait: (reason) => logger.warn({ reason }, 'Waiting for the database.') });
    await pieces.start(this.parts.tasks);
    listener.start();
    directory.start();
    areaFollower.start();
    dataUpkeep.start();
    lag.start();
    indexUpkeep.start();
    snapshots.start();
    const adapter = new FastifyAdapter({
      ...problemFastifyOptions,
      http: { maxHeaderSize: MAX_HEADER_BYTES },
      forceCloseConnections: 'idle',
      routerOptions: { maxParamLength: MAX_ENCODED_PARAMETER },
    });
    installProblems(adapter.getInstance() as never);
    this.app = await NestFactory.create<NestFastifyApplication>(ProjectionModule.register(this.parts, this.readiness), adapter, {
      logger: new NestLogger(logger),
      abortOnError: false,
    });
    this.app.useGlobalFilters(new ProblemFilter(logger));
    this.app.useGlobalInterceptors(
      new FreshnessInterceptor(
        lag,
        new AwaitedReads({ pool: readPool, signal, waiting, pollMs: config.databaseReadUrl === '' ? AWAITED_POLL_MS : REPLICA_POLL_MS }),
      ),
    );
    await this.app.listen(config.port, config.host);
    logger.info({ url: await this.app.getUrl() }, 'The projection listens.');
    void this.project(this.app).catch((error: Error) => this.onFatal(error));
  }

  private get source(): EventsSource {
    const { config, kafka } = this.parts;
    return { kafka, topicPrefix: config.topicPrefix, objectPartitions: config.objectPartitions };
  }

  /** @returns false when the process stops meanwhile */
  private async isThere(topic: EventsTopic): Promise<boolean> {
    const { kafka, topicPrefix, objectPartitions } = this.source;
    await awaitTopics(kafka, {
      plan: { prefix: topicPrefix, objectPartitions, replyPartitions: 0 },
      names: [topic],
      logger: this.parts.logger,
      signal: this.stopping.signal,
    });
    return !this.stopping.signal.aborted;
  }

  private async project(app: NestFastifyApplication): Promise<void> {
    const { config, logger, producer, registry, writePool, pieces, signal } = this.parts;
    const { source } = this;
    if (!(await this.isThere('object.events'))) return;
    void producer.connect().catch((error: unknown) => logger.debug({ err: error }, 'The producer was closed.'));
    const processor = new Projector({
      pool: writePool,
      schema: config.databaseSchema,
      pieces,
      logStarts: () => logStarts(source),
      stateCacheObjects: config.stateCacheObjects,
      metrics: projectionMetrics(registry),
      logger,
      signal,
    });
    this.transport = this.transportOf('object.events', 'projection-service', processor);
    app.connectMicroservice({ strategy: this.transport });
    await app.startAllMicroservices();
    this.readiness.watch(this.transport);
    await this.projectAreas();
  }

  /** Beside the changes of objects, which wait for nothing here: neither for the topic, nor for an event that can't be written. */
  private async projectAreas(): Promise<void> {
    const { config, logger, registry, writePool, pieces, signal } = this.parts;
    const { source } = this;
    if (!(await this.isThere('area.events'))) return;
    const processor = new AreaProjector({
      pool: writePool,
      schema: config.databaseSchema,
      pieces,
      first: config.objectPartitions,
      source,
      registry,
      logger,
      signal,
      stopping: this.stopping.signal,
    });
    this.areaTransport = this.transportOf('area.events', 'projection-service-areas', processor);
    this.areaTransport.listen(() => undefined);
  }

  private transportOf(topic: EventsTopic, groupId: string, processor: UnitProcessor): UnitTransport {
    const { config, logger, producer, registry, writePool } = this.parts;
    return createEventsTransport({
      ...this.source,
      topic,
      groupId,
      processor,
      pool: writePool,
      producer,
      unitRecords: config.unitRecords,
      unitBytes: config.unitBytes,
      unitLingerMs: config.unitLingerMs,
      logger,
      metrics: registry,
      onFatal: (error) => this.onFatal(error),
    });
  }

  /** Not ready, waiting readers answered, the unit in hand finished, the group left. Bounded by what each part bounds. */
  async stop(): Promise<void> {
    const {
      pieces,
      listener,
      producer,
      readPool,
      feedPool,
      writePool,
      upkeepPool,
      indexPool,
      dataSource,
      waiting,
      exports,
      signal,
      directory,
      areaFollower,
      dataUpkeep,
      indexUpkeep,
      snapshots,
      rebuilds,
      lag,
    } = this.parts;
    this.readiness.stop();
    this.stopping.abort();
    waiting.close();
    exports.close();
    signal.close();
    await Promise.all([
      pieces.stop(),
      dataUpkeep.stop(),
      indexUpkeep.stop(),
      snapshots.stop(),
      directory.close(),
      areaFollower.close(),
      rebuilds.stop(),
      lag.stop(),
    ]);
    await Promise.all([this.transport?.close(), this.areaTransport?.close()]);
    await this.app?.close();
    await producer.close();
    await listener.stop();
    await Promise.all([
      ...[...new Set([readPool, feedPool])].map((pool) => pool.end()),
      writePool.end(),
      upkeepPool.end(),
      indexPool.end(),
      dataSource.isInitialized ? dataSource.destroy() : undefined,
    ]);
  }
}
