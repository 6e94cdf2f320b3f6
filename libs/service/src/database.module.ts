import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { DataSource } from 'typeorm';
import type { ExaminedDatabase, WantedExtension } from '#postgres/database-diagnosis.js';
import { DiagnosisController, EXAMINED_DATABASE } from '#postgres/diagnosis.controller.js';
import { Findings } from '#postgres/findings.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { Database, TABLES, type Tables } from './database.js';
import { MigratedGuard } from './migrated.guard.js';
import type { DatabaseConfig } from './settings.js';
import { CONFIG, LOGGER, REGISTRY, SERVICE_NAME } from './tokens.js';

/** Provides the tables of a service: `Database`, TypeORM's `DataSource`, `UpkeepTasks`, and their findings for an operator's diagnosis. */
@Global()
@Module({})
export class DatabaseModule {
  /** @param tables.ownDiagnosis true: the service has its own controller for the diagnosis */
  static of(tables: Tables & { extensions?: readonly WantedExtension[]; ownDiagnosis?: boolean }): DynamicModule {
    const { migrations, extensions, ownDiagnosis = false } = tables;
    const examined = (about: string, { databaseUrl: url, databaseSchema: schema }: DatabaseConfig): ExaminedDatabase => ({
      about,
      url,
      schema,
      migrations: migrations.map(({ name }) => name),
      ...(extensions && { extensions }),
    });
    return {
      module: DatabaseModule,
      controllers: ownDiagnosis ? [] : [DiagnosisController],
      providers: [
        { provide: TABLES, useValue: tables },
        Database,
        Findings,
        { provide: DataSource, useFactory: ({ dataSource }: Database) => dataSource, inject: [Database] },
        {
          provide: UpkeepTasks,
          useFactory: (registry: Registry, logger: Logger) => new UpkeepTasks(registry, logger),
          inject: [REGISTRY, LOGGER],
        },
        { provide: APP_GUARD, useClass: MigratedGuard },
        { provide: EXAMINED_DATABASE, useFactory: examined, inject: [SERVICE_NAME, CONFIG] },
      ],
      exports: [Database, Findings, DataSource, UpkeepTasks, EXAMINED_DATABASE],
    };
  }
}
