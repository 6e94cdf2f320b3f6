import { Module, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { KeptHistoryModule } from '../kept-history/kept-history.module.js';
import { readConnections } from '../tables/pools.js';
import { HistoryExports } from './history-exports.js';
import { OpenExports } from './open-exports.js';

/** Exports, written at the pace of their readers. Open ones are cut before the server closes. */
@Module({
  imports: [KeptHistoryModule],
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
  ],
  exports: [OpenExports, HistoryExports],
})
export class ExportsModule implements OnModuleDestroy {
  constructor(private readonly open: OpenExports) {}

  onModuleDestroy(): void {
    this.open.close();
  }
}
