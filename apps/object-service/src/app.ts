import { type DynamicModule, Module } from '@nestjs/common';
import type { Pool } from 'pg';
import { INTERNAL_TOKEN } from '#identity/internal-guard.js';
import { acceptedTokens } from '#identity/internal-settings.js';
import type { ExaminedDatabase } from '#postgres/database-diagnosis.js';
import { DiagnosisController, EXAMINED_DATABASE } from '#postgres/diagnosis.controller.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { HealthModule } from '#telemetry/health.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { AppliedCommands } from './commands/applied-commands.js';
import type { Config } from './config.js';
import { DATABASE } from './http/database.js';
import { IdempotencyKeysController } from './http/idempotency-keys.controller.js';
import { IdsController } from './http/ids.controller.js';
import { MovingController } from './http/moving.controller.js';
import { ObjectCountsController } from './http/object-counts.controller.js';
import { OperationsController } from './http/operations.controller.js';
import { KeptPictures } from './pictures/kept-pictures.js';
import { MAX_PICTURE_PIXELS, PicturesController } from './pictures/pictures.controller.js';
import { ObjectWork } from './work.js';

/** The object service: commands in, events out (`ObjectWork`), and what other services ask of it. */
@Module({})
export class App {
  static of(parts: {
    config: Config;
    work: ObjectWork;
    database: Pool;
    migrations: readonly string[];
    logger: Logger;
    registry: Registry;
  }): DynamicModule {
    const { config, work, database, migrations, logger, registry } = parts;
    return {
      module: App,
      imports: [HealthModule.register({ checks: work.checks, registry, log: logger })],
      controllers: [
        OperationsController,
        IdempotencyKeysController,
        ObjectCountsController,
        IdsController,
        MovingController,
        PicturesController,
        DiagnosisController,
      ],
      providers: [
        { provide: ObjectWork, useValue: work },
        { provide: DATABASE, useValue: database },
        { provide: UpkeepTasks, useValue: work.tasks },
        {
          provide: EXAMINED_DATABASE,
          useValue: {
            about: 'object-service',
            url: config.databaseUrl,
            schema: config.databaseSchema,
            migrations,
          } satisfies ExaminedDatabase,
        },
        { provide: AppliedCommands, useValue: work.commands },
        { provide: KeptPictures, useValue: work.pictures },
        { provide: MAX_PICTURE_PIXELS, useValue: config.maxPicturePixels },
        { provide: INTERNAL_TOKEN, useValue: acceptedTokens(config) },
      ],
    };
  }
}
