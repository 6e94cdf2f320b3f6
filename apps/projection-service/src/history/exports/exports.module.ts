import { Module, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../../configuration/config.js';
import { ReadingModule } from '../../reading/reading.module.js';
import { readConnections } from '../../storage/pools.js';
import { StorageModule } from '../../storage/storage.module.js';
import { HistoryQueryModule } from '../query/history-query.module.js';
import { HistoryExports } from './history-exports.js';
import { ObjectExportController } from './object-export.controller.js';
import { ObjectExport } from './object-export.js';
import { OpenExports } from './open-exports.js';

/** Exports of histories and of one object's data, sent at the pace of their readers. Open exports are cut before the server closes. */
@Module({
  imports: [StorageModule, ReadingModule, HistoryQueryModule],
  controllers: [ObjectExportController],
  providers: [
    {
      provide: OpenExports,
      useFactory: (config: Config, logger: Logger, registry: Registry) =>
        new OpenExports({
          most: Math.max(1, Math.floor(readConnections(config) / 2)),
          limitSeconds: config.exportSeconds,
          logger,
          registry,
        }),
      inject: [CONFIG, LOGGER, REGISTRY],
    },
    HistoryExports,
    ObjectExport,
  ],
  exports: [OpenExports, HistoryExports],
})
export class ExportsModule implements OnModuleDestroy {
  constructor(private readonly open: OpenExports) {}

  onModuleDestroy(): void {
    this.open.close();
  }
}
