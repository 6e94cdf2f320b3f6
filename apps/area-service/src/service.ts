import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { endOnSignal } from '#lifecycle/end-on-signal.js';
import { createDataSource } from '#postgres/data-source.js';
import { DatabaseProblems } from '#postgres/database-problems.js';
import { problemFastifyOptions } from '#problems/fastify-options.js';
import { installProblems } from '#problems/install-problems.js';
import { ProblemFilter } from '#problems/problem-filter.js';
import { createLogger } from '#telemetry/logger.js';
import { createMetrics } from '#telemetry/metrics.js';
import { NestLogger } from '#telemetry/nest-logger.js';
import { App } from './app.js';
import type { Config } from './config.js';
import { MIGRATIONS } from './storage/migrations.js';
import { AreaWork } from './work.js';

/** A collection of areas; as the gateway has it. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Runs the service: HTTP first, so that its health can be seen, then the work as soon as database and broker are there. */
export async function runService(config: Config): Promise<void> {
  const logger = createLogger({ service: 'area-service', instance: config.instanceId, level: config.logLevel });
  const registry = createMetrics('area-service');
  const dataSource = createDataSource({ url: config.databaseUrl, schema: config.databaseSchema, entities: [], migrations: MIGRATIONS });
  const onFatal = (error: Error): void => {
    logger.fatal({ err: error }, 'The area service cannot go on.');
    process.exit(1);
  };
  const work = new AreaWork({ config, dataSource, logger, registry, onFatal });
  const adapter = new FastifyAdapter({ ...problemFastifyOptions, bodyLimit: MAX_BODY_BYTES });
  installProblems(adapter.getInstance());
  const app = await NestFactory.create<NestFastifyApplication>(App.of({ config, work, logger, registry }), adapter, {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  app.useGlobalFilters(new ProblemFilter(logger));
  app.useGlobalInterceptors(new DatabaseProblems('Areas cannot be asked or changed at the moment. Nothing was changed; try again.'));
  app.connectMicroservice({ strategy: work.transport });
  endOnSignal(app, work, logger);
  await app.listen(config.port, config.host);
  logger.info({ url: await app.getUrl() }, 'The area service listens.');
  await work.start().catch(onFatal);
  await app.startAllMicroservices();
}
