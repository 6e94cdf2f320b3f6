import { type DynamicModule, Global, Module } from '@nestjs/common';
import { INTERNAL_TOKEN } from '#identity/internal-guard.js';
import { acceptedTokens } from '#identity/internal-settings.js';
import { type HealthCheck, HealthModule } from '#telemetry/health.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { HealthChecks } from './health-checks.js';
import { ProcessEnd } from './process-end.js';
import type { ServiceConfig } from './settings.js';
import { Startup } from './startup.js';
import { CONFIG, LOGGER, REGISTRY, SERVICE_NAME } from './tokens.js';
import { UnitTransports } from './unit-transports.js';

/** The common parts of every service: settings, log, metrics, health, and the order of startup and shutdown. `runService` imports it. */
@Global()
@Module({})
export class ServiceModule {
  static of(service: { name: string; config: ServiceConfig; logger: Logger; registry: Registry; processEnd: ProcessEnd }): DynamicModule {
    const { name, config, logger, registry, processEnd } = service;
    const checks: HealthCheck[] = [];
    return {
      module: ServiceModule,
      imports: [HealthModule.register({ checks, registry, log: logger })],
      providers: [
        { provide: SERVICE_NAME, useValue: name },
        { provide: CONFIG, useValue: config },
        { provide: LOGGER, useValue: logger },
        { provide: REGISTRY, useValue: registry },
        { provide: INTERNAL_TOKEN, useValue: acceptedTokens(config) },
        { provide: ProcessEnd, useValue: processEnd },
        Startup,
        { provide: HealthChecks, useFactory: (startup: Startup) => new HealthChecks(checks, startup), inject: [Startup] },
        UnitTransports,
      ],
      exports: [SERVICE_NAME, CONFIG, LOGGER, REGISTRY, INTERNAL_TOKEN, ProcessEnd, Startup, HealthChecks, UnitTransports],
    };
  }
}
