import { type BeforeApplicationShutdown, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { Limits } from './limits.js';

/** The limits of plans: leases and shares, reported to the directory while the gateway runs, and returned at its end. */
@Module({
  providers: [
    {
      provide: Limits,
      useFactory: (config: Config, copy: DirectoryCopy, logger: Logger, registry: Registry) => new Limits(config, copy, logger, registry),
      inject: [CONFIG, DirectoryCopy, LOGGER, REGISTRY],
    },
  ],
  exports: [Limits],
})
export class LimitsModule implements OnModuleInit, BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(
    private readonly limits: Limits,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.limits.start());
  }

  beforeApplicationShutdown(): void {
    this.limits.stopWaiting();
  }

  onApplicationShutdown(): Promise<void> {
    return this.limits.stop();
  }
}
