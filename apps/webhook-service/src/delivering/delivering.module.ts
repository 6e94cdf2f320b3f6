import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { HealthChecks } from '#service/health-checks.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER, REGISTRY } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from '../configuration/config.js';
import { FeedClient } from '../feed/feed-client.js';
import { FeedModule } from '../feed/feed.module.js';
import { CreatorRights } from '../rights/creator-rights.js';
import { WebhookSecrets } from '../secrets/webhook-secrets.js';
import { DeliveryMetrics } from '../sending/delivery-metrics.js';
import { DeliverySlots } from '../sending/delivery-slots.js';
import { Sender } from '../sending/sender.js';
import { SendingModule } from '../sending/sending.module.js';
import { POOL, StorageModule } from '../storage/storage.module.js';
import { DeliveryLog } from '../subscriptions/delivery-log.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { DeliveryWorker } from './delivery-worker.js';
import { HeldWebhooks } from './held-webhooks.js';
import { LeaseBook } from './lease-book.js';

function createWorker(
  config: Config,
  store: HeldWebhooks,
  book: LeaseBook,
  feed: FeedClient,
  slots: DeliverySlots,
  sender: Sender,
  log: DeliveryLog,
  secrets: WebhookSecrets,
  directory: DirectoryCopy,
  rights: CreatorRights,
  metrics: DeliveryMetrics,
  registry: Registry,
  logger: Logger,
): DeliveryWorker {
  const runner = { store, feed, slots, sender, log, secrets, directory, rights, metrics, settings: config, logger };
  return new DeliveryWorker({ book, runner, leaseMs: config.leaseMs, maxHeld: config.maxHeld, registry, logger });
}

/** Delivers changes to webhooks. Instances share them by leases; when an instance dies, others take over after its leases expire. */
@Module({
  imports: [StorageModule, FeedModule, SendingModule, SubscriptionsModule],
  providers: [
    { provide: HeldWebhooks, useFactory: (pool: Pool) => new HeldWebhooks(pool), inject: [POOL] },
    {
      provide: LeaseBook,
      useFactory: (pool: Pool, { instanceId, leaseMs }: Config) => new LeaseBook(pool, instanceId, leaseMs),
      inject: [POOL, CONFIG],
    },
    {
      provide: CreatorRights,
      useFactory: (copy: DirectoryCopy, { directoryUrl, internalToken }: Config, logger: Logger) =>
        new CreatorRights(copy, { directoryUrl, internalToken, logger }),
      inject: [DirectoryCopy, CONFIG, LOGGER],
    },
    {
      provide: DeliveryWorker,
      useFactory: createWorker,
      inject: [
        CONFIG,
        HeldWebhooks,
        LeaseBook,
        FeedClient,
        DeliverySlots,
        Sender,
        DeliveryLog,
        WebhookSecrets,
        DirectoryCopy,
        CreatorRights,
        DeliveryMetrics,
        REGISTRY,
        LOGGER,
      ],
    },
  ],
  exports: [LeaseBook],
})
export class DeliveringModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly worker: DeliveryWorker,
    private readonly copy: DirectoryCopy,
    private readonly checks: HealthChecks,
    private readonly startup: Startup,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const check = (): void => {
      if (!this.copy.complete) throw new Error('directory.state has not been read to its end yet');
    };
    this.checks.add({ name: 'directory', check });
    this.startup.add(() => this.worker.start());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker
      .stop()
      .catch((error: unknown) => this.logger.warn({ error: String(error) }, 'Other instances take over when the leases expire.'));
  }
}
