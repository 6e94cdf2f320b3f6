import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { endOnSignal } from '#lifecycle/end-on-signal.js';
import { createDataSource } from '#postgres/data-source.js';
import { problemFastifyOptions } from '#problems/fastify-options.js';
import { installProblems } from '#problems/install-problems.js';
import { ProblemFilter } from '#problems/problem-filter.js';
import { createLogger } from '#telemetry/logger.js';
import { createMetrics } from '#telemetry/metrics.js';
import { NestLogger } from '#telemetry/nest-logger.js';
import { App } from './app.js';
import type { Config } from './config.js';
import { IdempotencyKeyRow } from './storage/idempotency-key.entity.js';
import { MIGRATIONS } from './storage/migrations.js';
import { ObjectRow } from './storage/object.entity.js';
import { OperationOutcomeRow } from './storage/operation-outcome.entity.js';
import { ObjectWork } from './work.js';

const MAX_INTERNAL_BODY_BYTES = 64 * 1024;
/** An id of 256 characters, each of up to 12 percent-encoded bytes. */
const MAX_ENCODED_PARAMETER = 4096;

/** Runs the service: HTTP first, so that its health can be seen, then the work as soon as database and broker are there. */
export async function runService(config: Config): Promise<void> {
  const logger = createLogger({ service: 'object-service', instance: config.instanceId, level: config.logLevel });
  const registry = createMetrics('object-service');
  const dataSource = createDataSource({
    url: config.databaseUrl,
    schema: config.databaseSchema,
    entities: [ObjectRow, OperationOutcomeRow, IdempotencyKeyRow],
    migrations: MIGRATIONS,
  });
  const onFatal = (error: Error): void => {
    logger.fatal({ err: error }, 'The object service cannot go on.');
    process.exit(1);
  };
  const work = new ObjectWork({ config, dataSource, logger, registry, onFatal });
  const adapter = new FastifyAdapter({
    ...problemFastifyOptions,
    bodyLimit: MAX_INTERNAL_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_ENCODED_PARAMETER },
  });
  adapter
    .getInstance()
    .addContentTypeParser(
      ['image/jpeg', 'image/png', 'image/webp'],
      { parseAs: 'buffer', bodyLimit: config.maxPictureBytes },
      (_request, bytes, done) => done(null, bytes),
    );
  installProblems(adapter.getInstance());
  const app = await NestFactory.create<NestFastifyApplication>(
    App.of({ config, work, database: work.routesPool, migrations: MIGRATIONS.map(({ name }) => name), logger, registry }),
    adapter,
    {
      logger: new NestLogger(logger),
      abortOnError: false,
    },
  );
  app.useGlobalFilters(new ProblemFilter(logger));
  app.connectMicroservice({ strategy: work.transport });
  endOnSignal(app, work, logger);
  await app.listen(config.port, config.host);
  logger.info({ url: await app.getUrl() }, 'The object service listens.');
  await work.start().catch(onFatal);
  await app.startAllMicroservices();
}
