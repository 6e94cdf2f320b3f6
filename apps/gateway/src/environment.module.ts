import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from './config.js';
import { Readiness } from './readiness.js';

/** Injection tokens of what every room may use: `@Inject(CONFIG) config: Config`. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');
export const REGISTRY = Symbol('metrics registry');

/** Config, log, metrics and `Readiness` (a class: inject it by type) for every room. */
@Global()
@Module({})
export class EnvironmentModule {
  static register(environment: { config: Config; logger: Logger; registry: Registry; readiness: Readiness }): DynamicModule {
    return {
      module: EnvironmentModule,
      providers: [
        { provide: CONFIG, useValue: environment.config },
        { provide: LOGGER, useValue: environment.logger },
        { provide: REGISTRY, useValue: environment.registry },
        { provide: Readiness, useValue: environment.readiness },
      ],
      exports: [CONFIG, LOGGER, REGISTRY, Readiness],
    };
  }
}
