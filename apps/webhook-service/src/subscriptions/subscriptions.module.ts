import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { Findings } from '#postgres/findings.js';
import { Broker } from '#service/broker.js';
import { Startup } from '#service/startup.js';
import { CONFIG, LOGGER } from '#service/tokens.js';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../configuration/config.js';
import { FeedClient } from '../feed/feed-client.js';
import { FeedModule } from '../feed/feed.module.js';
import type { UrlRules } from '../network/receiver-url.js';
import { WebhookSecrets } from '../secrets/webhook-secrets.js';
import { DeliveryMetrics } from '../sending/delivery-metrics.js';
import { DeliverySlots } from '../sending/delivery-slots.js';
import { Sender } from '../sending/sender.js';
import { SendingModule, URL_RULES } from '../sending/sending.module.js';
import { POOL, StorageModule } from '../storage/storage.module.js';
import { DeliveryLog } from './delivery-log.js';
import { MovedWebhooksController } from './moved-webhooks.controller.js';
import { MovedWebhooks } from './moved-webhooks.js';
import { OperatorWebhooksController } from './operator-webhooks.controller.js';
import { PauseNotes } from './pause-notes.js';
import { TestDelivery } from './test-delivery.js';
import { TestMeter } from './test-meter.js';
import { stateFindings } from './webhook-states.js';
import { WebhooksController } from './webhooks.controller.js';
import { Webhooks } from './webhooks.js';

/** Lines about pauses only. */
const MAX_QUEUED_BYTES = 1024 * 1024;
/** Limit per workspace. */
const TESTS_PER_MINUTE = 10;

function createWebhooks(
  { maxWebhooks, secretGraceHours }: Config,
  pool: Pool,
  feed: FeedClient,
  secrets: WebhookSecrets,
  directory: DirectoryCopy,
  rules: UrlRules,
): Webhooks {
  return new Webhooks({ pool, feed, secrets, directory, rules, maxWebhooks, secretGraceHours });
}

function createMovedWebhooks(
  { maxWebhooks }: Config,
  pool: Pool,
  feed: FeedClient,
  secrets: WebhookSecrets,
  directory: DirectoryCopy,
  rules: UrlRules,
): MovedWebhooks {
  return new MovedWebhooks({ pool, feed, secrets, directory, rules, maxWebhooks });
}

function createPauseNotes(config: Config, pool: Pool, broker: Broker, logger: Logger): PauseNotes {
  return new PauseNotes({
    pool,
    producer: broker.producer('webhooks', MAX_QUEUED_BYTES),
    topicPrefix: config.topicPrefix,
    partitions: config.objectPartitions,
    instance: config.instanceId,
    logger,
  });
}

/** Webhooks as people configure them, the results of their messages, and test messages. */
@Module({
  imports: [StorageModule, FeedModule, SendingModule],
  controllers: [WebhooksController, OperatorWebhooksController, MovedWebhooksController],
  providers: [
    { provide: Webhooks, useFactory: createWebhooks, inject: [CONFIG, POOL, FeedClient, WebhookSecrets, DirectoryCopy, URL_RULES] },
    {
      provide: MovedWebhooks,
      useFactory: createMovedWebhooks,
      inject: [CONFIG, POOL, FeedClient, WebhookSecrets, DirectoryCopy, URL_RULES],
    },
    { provide: DeliveryLog, useFactory: (pool: Pool) => new DeliveryLog(pool), inject: [POOL] },
    { provide: TestMeter, useFactory: (pool: Pool) => new TestMeter(pool, TESTS_PER_MINUTE), inject: [POOL] },
    {
      provide: TestDelivery,
      useFactory: (
        slots: DeliverySlots,
        sender: Sender,
        secrets: WebhookSecrets,
        log: DeliveryLog,
        meter: TestMeter,
        metrics: DeliveryMetrics,
      ) => new TestDelivery({ slots, sender, secrets, log, meter, metrics }),
      inject: [DeliverySlots, Sender, WebhookSecrets, DeliveryLog, TestMeter, DeliveryMetrics],
    },
    { provide: PauseNotes, useFactory: createPauseNotes, inject: [CONFIG, POOL, Broker, LOGGER] },
  ],
  exports: [DeliveryLog, TestMeter],
})
export class SubscriptionsModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly notes: PauseNotes,
    private readonly findings: Findings,
    private readonly startup: Startup,
  ) {}

  onModuleInit(): void {
    this.findings.add(() => stateFindings(this.pool));
    this.startup.add(() => this.notes.start());
  }

  onApplicationShutdown(): Promise<void> {
    return this.notes.stop();
  }
}
