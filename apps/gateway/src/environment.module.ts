import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DirectoryCopy } from '#directory/directory-copy.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from './config.js';
import { Limits } from './limits/limits.js';
import { Readiness } from './readiness.js';

/** Injection tokens of what every room may use: `@Inject(CONFIG) config: Config`. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');
export const REGISTRY = Symbol('metrics registry');

/** Config, log, metrics, `Readiness`, `DirectoryCopy` and `Limits` (classes: inject them by type) for every room. */
@Global()
@Module({})
export class EnvironmentModule {
  static register(environment: { config: Config; logger: Logger; registry: Registry; readiness: Readiness; directory: DirectoryCopy; limits: Limits }): DynamicModule {
    return {
      module: EnvironmentModule,
      providers: [
        { provide: CONFIG, useValue: environment.config },
        { provide: LOGGER, useValue: environment.logger },
        { provide: REGISTRY, useValue: environment.registry },
        { provide: Readiness, useValue: environment.readiness },
        { provide: DirectoryCopy, useValue: environment.directory },
        { provide: Limits, useValue: environment.limits },
      ],
      exports: [CONFIG, LOGGER, REGISTRY, Readiness, DirectoryCopy, Limits],
    };
  }
}
