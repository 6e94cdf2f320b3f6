import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { endOnSignal } from '#lifecycle/end-on-signal.js';
import { createDataSource } from '#postgres/data-source.js';
import { migrate } from '#postgres/migrate.js';
import { problemFastifyOptions } from '#problems/fastify-options.js';
import { installProblems } from '#problems/install-problems.js';
import { ProblemFilter } from '#problems/problem-filter.js';
import { createLogger } from '#telemetry/logger.js';
import { createMetrics } from '#telemetry/metrics.js';
import { NestLogger } from '#telemetry/nest-logger.js';
import { App } from './app.js';
import type { Config } from './config.js';
import { MIGRATIONS } from './storage/migrations.js';
import { WebhookWork } from './work.js';

const MAX_BODY_BYTES = 512 * 1024;

/** Runs the service: tables first, then HTTP, then deliveries. */
export async function runService(config: Config): Promise<void> {
  const logger = createLogger({ service: 'webhook-service', instance: config.instanceId, level: config.logLevel });
  const dataSource = createDataSource({ url: config.databaseUrl, schema: config.databaseSchema, entities: [], migrations: MIGRATIONS });
  await migrate(dataSource, { onWait: (reason) => logger.warn({ reason }, 'Waiting for the database.') });
  await dataSource.destroy();
  const registry = createMetrics('webhook-service');
  const work = new WebhookWork({ config, logger, registry });
  const adapter = new FastifyAdapter({ ...problemFastifyOptions, bodyLimit: MAX_BODY_BYTES });
  installProblems(adapter.getInstance());
  const app = await NestFactory.create<NestFastifyApplication>(App.of({ config, work, logger, registry }), adapter, {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  app.useGlobalFilters(new ProblemFilter(logger));
  endOnSignal(app, work, logger);
  await app.listen(config.port, config.host);
  logger.info({ url: await app.getUrl() }, 'The webhook service listens.');
  await work.start();
}
