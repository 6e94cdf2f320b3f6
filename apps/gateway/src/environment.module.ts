import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DirectoryCopy } from '#directory/directory-copy.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { AccessLog } from './access/access-log.js';
import { TokenUses } from './access/token-uses.js';
import type { Config } from './configuration/config.js';
import { Limits } from './limits/limits.js';
import { Readiness } from './readiness.js';
import { DirectoryClient } from './services/directory-client.js';

/** Injection tokens for every module: `@Inject(CONFIG) config: Config`. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');
export const REGISTRY = Symbol('metrics registry');

/**
 * Config, log, metrics, `Readiness`, `DirectoryCopy`, `DirectoryClient`, `Limits`, `AccessLog` and `TokenUses`
 * (classes: inject them by type) for every module.
 */
@Global()
@Module({})
export class EnvironmentModule {
  static register(environment: {
    config: Config;
    logger: Logger;
    registry: Registry;
    readiness: Readiness;
    directory: DirectoryCopy;
    limits: Limits;
    access: AccessLog;
    tokenUses: TokenUses;
  }): DynamicModule {
    return {
      module: EnvironmentModule,
      providers: [
        { provide: CONFIG, useValue: environment.config },
        { provide: LOGGER, useValue: environment.logger },
        { provide: REGISTRY, useValue: environment.registry },
        { provide: Readiness, useValue: environment.readiness },
        {
          provide: DirectoryClient,
          useFactory: () => new DirectoryClient({ url: environment.config.directoryUrl, internalToken: environment.config.internalToken }),
        },
        { provide: DirectoryCopy, useValue: environment.directory },
        { provide: AccessLog, useValue: environment.access },
        { provide: TokenUses, useValue: environment.tokenUses },
        { provide: Limits, useValue: environment.limits },
      ],
      exports: [CONFIG, LOGGER, REGISTRY, Readiness, DirectoryCopy, DirectoryClient, Limits, AccessLog, TokenUses],
    };
  }
}
