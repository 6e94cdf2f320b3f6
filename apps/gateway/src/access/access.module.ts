import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { Broker } from '#service/broker.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { AccessLog } from './access-log.js';
import { BegunChanges } from './begun-changes.js';
import { TokenUsesReport } from './token-uses-report.js';
import { TokenUses } from './token-uses.js';

const ACCESS_PRODUCER = Symbol('producer of the access log');
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;

function createAccessLog(config: Config, broker: Broker, logger: Logger, registry: Registry): AccessLog {
  const dropped = new Counter({
    name: 'waymark_access_lines_dropped_total',
    help: 'Access log lines dropped because the buffer was full while the broker was down.',
    registers: [registry],
  });
  return new AccessLog({
    topic: broker.topic('access.events'),
    partitions: config.objectPartitions,
    gateway: config.instanceId,
    maxLines: config.accessLogLines,
    onDropped: (lines) => dropped.inc(lines),
    logger,
  });
}

/** The log of reads and changes, and when tokens were last used. */
@Module({
  providers: [
    {
      provide: ACCESS_PRODUCER,
      // Separate sockets, so that the access log never delays a command.
      useFactory: (broker: Broker) => broker.producer('access', MAX_QUEUED_BYTES, { kafka: broker.connection('access') }),
      inject: [Broker],
    },
    { provide: AccessLog, useFactory: createAccessLog, inject: [CONFIG, Broker, LOGGER, REGISTRY] },
    { provide: TokenUses, useFactory: ({ tokenCacheEntries }: Config) => new TokenUses(tokenCacheEntries), inject: [CONFIG] },
    TokenUsesReport,
    BegunChanges,
  ],
  exports: [AccessLog, TokenUses, BegunChanges],
})
export class AccessModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly log: AccessLog,
    @Inject(ACCESS_PRODUCER) private readonly producer: CoalescingProducer,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.startup.add(() => this.log.start(this.producer));
  }

  /** After the last answer. */
  onApplicationShutdown(): Promise<void> {
    return this.log.close();
  }
}
