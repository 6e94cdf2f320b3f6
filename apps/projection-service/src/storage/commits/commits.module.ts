import { Module, type OnApplicationShutdown, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../../configuration/config.js';
import { CommitListener } from './commit-listener.js';
import { CommitSignal } from './commit-signal.js';
import { WaitingReaders } from './waiting-readers.js';

/** Notifies waiting readers of commits of all instances. On shutdown, all readers are answered before the server closes. */
@Module({
  providers: [
    CommitSignal,
    {
      provide: CommitListener,
      useFactory: ({ databaseUrl: url, databaseSchema: schema }: Config, signal: CommitSignal, logger: Logger) =>
        new CommitListener({ url, schema, signal, logger }),
      inject: [CONFIG, CommitSignal, LOGGER],
    },
    {
      provide: WaitingReaders,
      useFactory: ({ waitingReaders }: Config, registry: Registry) => new WaitingReaders(waitingReaders, registry),
      inject: [CONFIG, REGISTRY],
    },
  ],
  exports: [CommitSignal, WaitingReaders],
})
export class CommitsModule implements OnModuleInit, OnModuleDestroy, OnApplicationShutdown {
  constructor(
    private readonly signal: CommitSignal,
    private readonly listener: CommitListener,
    private readonly waiting: WaitingReaders,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.listener.start());
  }

  onModuleDestroy(): void {
    this.waiting.close();
    this.signal.close();
  }

  onApplicationShutdown(): Promise<void> {
    return this.listener.stop();
  }
}
