import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { endOnSignal } from '#lifecycle/end-on-signal.js';
import { problemFastifyOptions } from '#problems/fastify-options.js';
import { installProblems } from '#problems/install-problems.js';
import { ProblemFilter } from '#problems/problem-filter.js';
import { readSettings, SettingsError, type SettingsOf, type SettingsSpec } from '#settings/settings.js';
import { createLogger } from '#telemetry/logger.js';
import { createMetrics } from '#telemetry/metrics.js';
import { NestLogger } from '#telemetry/nest-logger.js';
import { ServiceModule } from './service.module.js';
import type { ServiceConfig } from './settings.js';
import { Startup } from './startup.js';
import { UnitTransports } from './unit-transports.js';

export interface ServiceDefinition<S extends SettingsSpec> {
  /** As in `area-service`. */
  name: string;
  settings: S;
  /** The root module of the service. */
  module: Type;
  /** Largest body of a request, bytes. */
  maxBodyBytes: number;
  /** Largest head of a request, bytes; default 16 KiB. */
  maxHeaderBytes?: number;
  /** Longest part of a path, encoded; default 100 characters. */
  maxParameterCharacters?: number;
}

@Module({})
class RootModule {}

/**
 * Runs a service until SIGTERM or SIGINT: its HTTP server first, so that its health can be seen, then the steps of the start, at last
 * the consumers. Wrong settings and faults end the process with code 1.
 */
export async function runService<S extends SettingsSpec>(service: ServiceDefinition<S>): Promise<void> {
  try {
    await run(service, readSettings(service.settings) as SettingsOf<S> & ServiceConfig);
  } catch (error) {
    process.stderr.write(`${error instanceof SettingsError ? error.message : ((error as Error).stack ?? String(error))}\n`);
    process.exit(1);
  }
}

async function run(service: Omit<ServiceDefinition<never>, 'settings'>, config: ServiceConfig): Promise<void> {
  const { name, module, maxBodyBytes, maxHeaderBytes, maxParameterCharacters } = service;
  const logger = createLogger({ service: name, instance: config.instanceId, level: config.logLevel });
  const registry = createMetrics(name);
  const fatal = (error: Error): void => {
    logger.fatal({ err: error }, 'The service cannot go on; it ends, to be started again.');
    process.exit(1);
  };
  const root: DynamicModule = {
    module: RootModule,
    imports: [ServiceModule.of({ name, config, logger, registry, processEnd: { fatal } }), module],
  };
  const adapter = new FastifyAdapter({
    ...problemFastifyOptions,
    bodyLimit: maxBodyBytes,
    ...(maxHeaderBytes !== undefined && { http: { maxHeaderSize: maxHeaderBytes } }),
    ...(maxParameterCharacters !== undefined && { routerOptions: { maxParamLength: maxParameterCharacters } }),
  });
  installProblems(adapter.getInstance());
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, { logger: new NestLogger(logger), abortOnError: false });
  app.useGlobalFilters(new ProblemFilter(logger));
  const startup = app.get(Startup);
  endOnSignal(app, { stopping: () => startup.stop() }, logger);
  await app.listen(config.port, config.host);
  logger.info({ url: await app.getUrl() }, 'The service listens.');
  try {
    for (const strategy of app.get(UnitTransports).all) app.connectMicroservice({ strategy });
    await startup.run();
    if (!startup.stopping.aborted) await app.startAllMicroservices();
  } catch (error) {
    fatal(error as Error);
  }
}
