import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { TopicName } from '#contracts/topics.js';
import { awaitTopics } from '#kafka/await-topics.js';
import { DeadLetterWriter } from '#kafka/dead-letter.js';
import { topicName } from '#kafka/topics.js';
import type { UnitProcessor } from '#kafka/unit-processor.js';
import { UnitTransport } from '#kafka/unit-transport.js';
import { migrate } from '#postgres/migrate.js';
import { StoredPlaces } from '#postgres/stored-places.js';
import { problemFastifyOptions } from '#problems/fastify-options.js';
import { installProblems } from '#problems/install-problems.js';
import { ProblemFilter } from '#problems/problem-filter.js';
import { NestLogger } from '#telemetry/nest-logger.js';
import { ReportModule } from './app.js';
import type { Config } from './config.js';
import { mappedFields } from './heat/mapped-fields.js';
import { Readiness } from './readiness.js';
import { createParts, type ReportParts } from './report-parts.js';
import { AccessEventsProcessor, CONSUMER as ACCESS } from './writing/access-events-processor.js';
import { AreaEventsProcessor, CONSUMER as AREAS } from './writing/area-events-processor.js';
import { Facets, numberedFields } from './writing/facets.js';
import { CONSUMER as OBJECTS, ObjectEventsProcessor } from './writing/object-events-processor.js';
import { ObjectFolder } from './writing/object-folder.js';
import { reportMetrics } from './writing/report-metrics.js';

const DIRECTORY_WAIT_MS = 15_000;
const DIRECTORY_POLL_MS = 20;
/** Of a full unit: more than this within a moment are many. */
const BUSY_SHARE = 0.1;
/** Names that may be in a query, many and long. */
const MAX_HEADER_BYTES = 65_536;
const CONSUMED = ['object.events', 'access.events', 'area.events'] as const satisfies TopicName[];
/** Groups that outlive their processes, without the prefix. */
const GROUPS: Record<(typeof CONSUMED)[number], string> = {
  'object.events': 'report-service',
  'access.events': 'report-service-access',
  'area.events': 'report-service-areas',
};

/** The running service: migrated, serving reports, folding as soon as the broker is there. */
export class ReportService {
  private readonly parts: ReportParts;
  private readonly readiness: Readiness;
  private readonly stopping = new AbortController();
  private readonly transports: UnitTransport[] = [];
  private objects: ObjectEventsProcessor | undefined;
  private app: NestFastifyApplication | undefined;

  /** @param onFatal called once when the process can't go on and must be started again */
  constructor(
    config: Config,
    private readonly onFatal: (error: Error) => void,
  ) {
    this.parts = createParts(config);
    this.readiness = new Readiness(this.parts.readPool, CONSUMED);
  }

  get logger(): ReportParts['logger'] {
    return this.parts.logger;
  }

  async start(): Promise<void> {
    const { config, logger, dataSource, pieces, directory, upkeep, heatSlices } = this.parts;
    await migrate(dataSource, { onWait: (reason) => logger.warn({ reason }, 'Waiting for the database.') });
    await pieces.keep(Date.now());
    await heatSlices.start();
    directory.start();
    upkeep.start();
    const adapter = new FastifyAdapter({
      ...problemFastifyOptions,
      http: { maxHeaderSize: MAX_HEADER_BYTES },
      forceCloseConnections: 'idle',
    });
    installProblems(adapter.getInstance() as never);
    this.app = await NestFactory.create<NestFastifyApplication>(ReportModule.register(this.parts, this.readiness), adapter, {
      logger: new NestLogger(logger),
      abortOnError: false,
    });
    this.app.useGlobalFilters(new ProblemFilter(logger));
    await this.app.listen(config.port, config.host);
    logger.info({ url: await this.app.getUrl() }, 'The report service listens.');
    void this.fold(this.app).catch((error: Error) => this.onFatal(error));
  }

  private async fold(app: NestFastifyApplication): Promise<void> {
    const { config, logger, kafka, producer, registry, writePool, pieces, directoryCopy } = this.parts;
    await awaitTopics(kafka, {
      plan: { prefix: config.topicPrefix, objectPartitions: config.objectPartitions, replyPartitions: 0 },
      names: CONSUMED,
      logger,
      signal: this.stopping.signal,
    });
    await this.directoryRead();
    if (this.stopping.signal.aborted) return;
    void producer.connect().catch((error: unknown) => logger.debug({ err: error }, 'The producer was closed.'));
    const metrics = reportMetrics(registry);
    const facets = new Facets(writePool);
    const folder = new ObjectFolder(facets, numberedFields(writePool), config.stateCacheObjects, mappedFields(directoryCopy));
    const readAnew = (): void => transport.readAnew();
    this.objects = new ObjectEventsProcessor({
      pool: writePool,
      pieces,
      facets,
      folder,
      metrics,
      logger,
      writeIntervalMs: config.writeIntervalMs,
      fewEvents: config.unitRecords * BUSY_SHARE,
      readAnew,
    });
    const transport = this.consume(app, 'object.events', OBJECTS, this.objects);
    this.consume(app, 'access.events', ACCESS, new AccessEventsProcessor({ pool: writePool, metrics }));
    this.consume(app, 'area.events', AREAS, new AreaEventsProcessor({ pool: writePool, pieces, facets, metrics }));
    await app.startAllMicroservices();
  }

  /** Which values are kept for heatmaps is told by the definitions of fields; without the directory nothing else waits for long. */
  private async directoryRead(): Promise<void> {
    for (
      let waited = 0;
      waited < DIRECTORY_WAIT_MS && !this.parts.directoryCopy.complete && !this.stopping.signal.aborted;
      waited += DIRECTORY_POLL_MS
    )
      await sleep(DIRECTORY_POLL_MS);
  }

  private consume(
    app: NestFastifyApplication,
    topic: (typeof CONSUMED)[number],
    consumer: string,
    processor: UnitProcessor,
  ): UnitTransport {
    const { config, logger, kafka, producer, registry, writePool } = this.parts;
    const transport = new UnitTransport({
      kafka,
      groupId: config.topicPrefix + GROUPS[topic],
      topic: topicName(config.topicPrefix, topic),
      partitions: config.objectPartitions,
      processor,
      places: new StoredPlaces(writePool, consumer),
      maxUnitRecords: config.unitRecords,
      maxUnitBytes: config.unitBytes,
      fetchPatienceMs: config.unitLingerMs,
      headers: ['ce_type'],
      deadLetters: new DeadLetterWriter(producer),
      fromBeginning: true,
      logger,
      metrics: registry,
      onFatal: (error) => this.onFatal(error),
    });
    this.transports.push(transport);
    app.connectMicroservice({ strategy: transport });
    this.readiness.watch(topic, transport);
    return transport;
  }

  /** Not ready, the units in hand finished, the groups left. Bounded by what each part bounds. */
  async stop(): Promise<void> {
    const { producer, readPool, writePool, upkeepPool, dataSource, directory, upkeep, heatSlices } = this.parts;
    this.readiness.stop();
    this.stopping.abort();
    await Promise.all([upkeep.stop(), heatSlices.stop(), directory.close()]);
    await Promise.all(this.transports.map((transport) => transport.close()));
    this.objects?.stop();
    await this.app?.close();
    await producer.close();
    await Promise.all([readPool.end(), writePool.end(), upkeepPool.end(), dataSource.isInitialized ? dataSource.destroy() : undefined]);
  }
}
