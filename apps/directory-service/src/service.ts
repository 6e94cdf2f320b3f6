import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { acceptedTokens } from '#identity/internal-settings.js';
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
import { InternalRoutes } from './http/internal-routes.js';
import { refuseNul } from './http/refuse-nul.js';
import { refuseUnmigrated } from './http/refuse-unmigrated.js';
import { MIGRATIONS } from './storage/migrations.js';
import { DirectoryWork } from './work.js';

const MAX_BODY_BYTES = 512 * 1024;
/** The name of a field, percent-encoded; as the gateway has it. */
const MAX_ENCODED_PARAMETER = 4096;

/** Runs the service: HTTP first, so that its health can be seen, then the work as soon as database and broker are there. */
export async function runService(config: Config): Promise<void> {
  const logger = createLogger({ service: 'directory-service', instance: config.instanceId, level: config.logLevel });
  const registry = createMetrics('directory-service');
  const dataSource = createDataSource({ url: config.databaseUrl, schema: config.databaseSchema, entities: [], migrations: MIGRATIONS });
  const work = new DirectoryWork({ config, dataSource, logger, registry });
  const adapter = new FastifyAdapter({
    ...problemFastifyOptions,
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { maxParamLength: MAX_ENCODED_PARAMETER },
  });
  installProblems(adapter.getInstance());
  refuseNul(adapter.getInstance());
  refuseUnmigrated(adapter.getInstance(), () => work.isMigrated);
  const app = await NestFactory.create<NestFastifyApplication>(App.of({ config, work, logger, registry }), adapter, {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  app.useGlobalGuards(new InternalRoutes(acceptedTokens(config)));
  app.useGlobalFilters(new ProblemFilter(logger));
  app.useGlobalInterceptors(
    new DatabaseProblems('The directory cannot be asked or changed at the moment. Nothing was changed; try again.'),
  );
  endOnSignal(app, work, logger);
  await app.listen(config.port, config.host);
  logger.info({ url: await app.getUrl() }, 'The directory service listens.');
  await work.start();
}
