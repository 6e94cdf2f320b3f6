import { type DynamicModule, Module } from '@nestjs/common';
import { INTERNAL_TOKEN } from '#identity/internal-guard.js';
import { acceptedTokens } from '#identity/internal-settings.js';
import type { ExaminedDatabase } from '#postgres/database-diagnosis.js';
import { DiagnosisController, EXAMINED_DATABASE } from '#postgres/diagnosis.controller.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { HealthModule } from '#telemetry/health.js';
import { HEAT_FLOOR, HEAT_POOL, HeatmapController, MOST_POSITIONS } from './heat/heatmap.controller.js';
import type { Readiness } from './readiness.js';
import type { ReportParts } from './report-parts.js';
import { REPORT_POOL, ReportsController } from './reporting/reports.controller.js';
import { REPORT_MIGRATIONS } from './tables/report-data-source.js';

/** What the report service serves: reports and heatmaps; health and metrics. Folding is the transports' (report-service.ts). */
@Module({})
export class ReportModule {
  static register({ config, readPool, registry, logger, tasks }: ReportParts, readiness: Readiness): DynamicModule {
    return {
      module: ReportModule,
      imports: [HealthModule.register({ checks: readiness.checks, registry, log: logger })],
      controllers: [ReportsController, HeatmapController, DiagnosisController],
      providers: [
        { provide: UpkeepTasks, useValue: tasks },
        {
          provide: EXAMINED_DATABASE,
          useValue: {
            about: 'report-service',
            url: config.databaseUrl,
            schema: config.databaseSchema,
            migrations: REPORT_MIGRATIONS.map(({ name }) => name),
          } satisfies ExaminedDatabase,
        },
        { provide: INTERNAL_TOKEN, useValue: acceptedTokens(config) },
        { provide: REPORT_POOL, useValue: readPool },
        { provide: HEAT_POOL, useValue: readPool },
        { provide: HEAT_FLOOR, useValue: config.heatmapMinObjects },
        { provide: MOST_POSITIONS, useValue: config.heatmapMaxPositions },
      ],
    };
  }
}
