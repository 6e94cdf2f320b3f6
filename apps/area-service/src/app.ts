import { type DynamicModule, Module } from '@nestjs/common';
import { INTERNAL_TOKEN } from '#identity/internal-guard.js';
import { acceptedTokens } from '#identity/internal-settings.js';
import type { ExaminedDatabase } from '#postgres/database-diagnosis.js';
import { DiagnosisController, EXAMINED_DATABASE } from '#postgres/diagnosis.controller.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { HealthModule } from '#telemetry/health.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { AreasController } from './areas/areas.controller.js';
import { Areas } from './areas/areas.js';
import type { Config } from './config.js';
import { MIGRATIONS } from './storage/migrations.js';
import { VisitsController } from './visits/visits.controller.js';
import { Visits } from './visits/visits.js';
import type { AreaWork } from './work.js';

/** The area service: areas and visits for who asks; object.events in, area.events out (`AreaWork`). Gateways alone call it. */
@Module({})
export class App {
  static of(parts: { config: Config; work: AreaWork; logger: Logger; registry: Registry }): DynamicModule {
    const { config, work, logger, registry } = parts;
    return {
      module: App,
      imports: [HealthModule.register({ checks: work.checks, registry, log: logger })],
      controllers: [AreasController, VisitsController, DiagnosisController],
      providers: [
        { provide: Areas, useValue: work.areas },
        { provide: Visits, useValue: work.visits },
        { provide: INTERNAL_TOKEN, useValue: acceptedTokens(config) },
        { provide: UpkeepTasks, useValue: work.tasks },
        {
          provide: EXAMINED_DATABASE,
          useValue: {
            about: 'area-service',
            url: config.databaseUrl,
            schema: config.databaseSchema,
            migrations: MIGRATIONS.map(({ name }) => name),
          } satisfies ExaminedDatabase,
        },
      ],
    };
  }
}
