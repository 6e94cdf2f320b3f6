import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { problemFastifyOptions } from '#problems/fastify-options.js';
import { installProblems } from '#problems/install-problems.js';
import { ProblemFilter } from '#problems/problem-filter.js';
import { createLogger, type Logger } from '#telemetry/logger.js';
import { createMetrics } from '#telemetry/metrics.js';
import { NestLogger } from '#telemetry/nest-logger.js';
import { ServiceModule } from './service.module.js';
import type { ServiceConfig } from './settings.js';
import { Startup } from './startup.js';

/** Limits of the HTTP server of a service that only the installation's own services call. */
interface ServerBounds {
  /** Maximum body of a request, bytes. */
  maxBodyBytes: number;
  /** Maximum size of the request headers, bytes; default 16 KiB. */
  maxHeaderBytes?: number;
  /** Maximum length of a path parameter, encoded; default 100 characters. */
  maxParameterCharacters?: number;
}

interface OwnServer<Config> {
  /** The HTTP server with its limits. If given, Nest does not parse bodies; the service's modules answer errors and read bodies. */
  server: (config: Config) => FastifyAdapter;
}

export type ServiceParts<Config> = {
  /** Such as `area-service`. */
  name: string;
  /** The root module of the service. */
  module: Type;
} & (ServerBounds | OwnServer<Config>);

export interface CreatedService {
  app: NestFastifyApplication;
  logger: Logger;
  startup: Startup;
  /** Exits with an error, so that the process is restarted. */
  fatal: (error: Error) => void;
}

@Module({})
class RootModule {}

/** A service that has neither started nor listens yet. @throws the errors of providers, such as a SettingsError */
export async function createService<Config extends ServiceConfig>(service: ServiceParts<Config>, config: Config): Promise<CreatedService> {
  const { name, module } = service;
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
  const hasOwnServer = 'server' in service;
  const app = await NestFactory.create<NestFastifyApplication>(root, hasOwnServer ? service.server(config) : serverWithin(service), {
    logger: new NestLogger(logger),
    abortOnError: false,
    ...(hasOwnServer && { bodyParser: false }),
  });
  app.useGlobalFilters(new ProblemFilter(logger));
  return { app, logger, startup: app.get(Startup), fatal };
}

function serverWithin({ maxBodyBytes, maxHeaderBytes, maxParameterCharacters }: ServerBounds): FastifyAdapter {
  const adapter = new FastifyAdapter({
    ...problemFastifyOptions,
    bodyLimit: maxBodyBytes,
    ...(maxHeaderBytes !== undefined && { http: { maxHeaderSize: maxHeaderBytes } }),
    ...(maxParameterCharacters !== undefined && { routerOptions: { maxParamLength: maxParameterCharacters } }),
  });
  installProblems(adapter.getInstance());
  return adapter;
}
