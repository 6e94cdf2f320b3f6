import { type DynamicModule, Module } from '@nestjs/common';
import { INTERNAL_TOKEN } from '#identity/internal-guard.js';
import { acceptedTokens } from '#identity/internal-settings.js';
import type { ExaminedDatabase } from '#postgres/database-diagnosis.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import { HealthModule } from '#telemetry/health.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from './config.js';
import { DiagnosisController, EXAMINED, EXAMINED_POOL } from './diagnosis.controller.js';
import { MIGRATIONS } from './storage/migrations.js';
import { DeliveryLog } from './subscriptions/delivery-log.js';
import { OperatorWebhooksController } from './subscriptions/operator-webhooks.controller.js';
import { TestDelivery } from './subscriptions/test-delivery.js';
import { WebhooksController } from './subscriptions/webhooks.controller.js';
import { Webhooks } from './subscriptions/webhooks.js';
import { WebhookWork } from './work.js';

/** What the webhook service serves: webhooks and their deliveries, to gateways alone; health and metrics. Delivering is `work`'s. */
@Module({})
export class App {
  static of({ config, work, logger, registry }: { config: Config; work: WebhookWork; logger: Logger; registry: Registry }): DynamicModule {
    return {
      module: App,
      imports: [HealthModule.register({ checks: work.checks, registry, log: logger })],
      controllers: [WebhooksController, OperatorWebhooksController, DiagnosisController],
      providers: [
        { provide: UpkeepTasks, useValue: work.tasks },
        { provide: EXAMINED_POOL, useValue: work.pool },
        {
          provide: EXAMINED,
          useValue: {
            about: 'webhook-service',
            url: config.databaseUrl,
            schema: config.databaseSchema,
            migrations: MIGRATIONS.map(({ name }) => name),
          } satisfies ExaminedDatabase,
        },
        { provide: INTERNAL_TOKEN, useValue: acceptedTokens(config) },
        // Told when the application ends.
        { provide: WebhookWork, useValue: work },
        { provide: Webhooks, useValue: work.webhooks },
        { provide: DeliveryLog, useValue: work.log },
        { provide: TestDelivery, useValue: work.tests },
      ],
    };
  }
}
