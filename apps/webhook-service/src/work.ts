import type { OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Agent } from 'undici';
import { DirectoryCopy } from '#directory/directory-copy.js';
import { PatientFollower } from '#directory/patient-follower.js';
import { brokerAccess } from '#kafka/broker-settings.js';
import { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { createKafka } from '#kafka/connection.js';
import { DatabaseTimeline } from '#postgres/database-timeline.js';
import { createPool } from '#postgres/pool.js';
import { UpkeepTasks } from '#postgres/upkeep-tasks.js';
import type { HealthCheck } from '#telemetry/health.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import type { Config } from './config.js';
import { DeliveryMetrics } from './delivering/delivery-metrics.js';
import { DeliverySlots } from './delivering/delivery-slots.js';
import { DeliveryWorker } from './delivering/delivery-worker.js';
import { HeldWebhooks } from './delivering/held-webhooks.js';
import { LeaseBook } from './delivering/lease-book.js';
import { Sender } from './delivering/sender.js';
import { FeedClient } from './feed/feed-client.js';
import { AddressRules } from './network/address-rules.js';
import { createGuardedAgent } from './network/guarded-agent.js';
import { createHostLookup } from './network/host-lookup.js';
import { readHostsFile } from './network/hosts-file.js';
import { CreatorRights } from './rights/creator-rights.js';
import { WebhookSecrets } from './secrets/webhook-secrets.js';
import { DeliveryLog } from './subscriptions/delivery-log.js';
import { PauseNotes } from './subscriptions/pause-notes.js';
import { TestDelivery } from './subscriptions/test-delivery.js';
import { TestMeter } from './subscriptions/test-meter.js';
import { Webhooks } from './subscriptions/webhooks.js';
import { Upkeep } from './upkeep.js';

/** Lines about pauses only. */
const MAX_QUEUED_BYTES = 1024 * 1024;
/** Of the feed, beside one for each webhook that waits: places are asked for by callers. */
const MORE_FEED_CONNECTIONS = 16;
/** Of a workspace. */
const TESTS_A_MINUTE = 10;

/** Everything behind the routes, put together; it begins with `start` and ends in order. */
export class WebhookWork implements OnApplicationShutdown {
  readonly webhooks: Webhooks;
  readonly log: DeliveryLog;
  readonly tests: TestDelivery;
  readonly pool: Pool;
  readonly tasks: UpkeepTasks;
  private readonly agent: Agent;
  private readonly feed: FeedClient;
  private readonly copy = new DirectoryCopy();
  private readonly follower: PatientFollower;
  private readonly producer: CoalescingProducer;
  private readonly notes: PauseNotes;
  private readonly worker: DeliveryWorker;
  private readonly upkeep: Upkeep;
  private phase: 'starting' | 'running' | 'stopping' = 'starting';

  constructor(private readonly parts: { config: Config; logger: Logger; registry: Registry }) {
    const { config, logger, registry } = parts;
    const clientId = `${config.topicPrefix}webhook-service-${config.instanceId}`;
    const kafka = createKafka({ ...brokerAccess(config), clientId, logger });
    this.pool = createPool({
      url: config.databaseUrl,
      schema: config.databaseSchema,
      max: config.databasePool,
      applicationName: `waymark-webhook-service ${config.instanceId}`,
      timeline: new DatabaseTimeline(logger),
      onIdleError: (error) => logger.warn({ error: error.message }, 'An idle database connection was lost.'),
    });
    this.follower = new PatientFollower({
      kafka,
      topicPrefix: config.topicPrefix,
      groupId: `${clientId}-directory`,
      copy: this.copy,
      logger,
    });
    this.producer = new CoalescingProducer({ kafka, maxQueuedBytes: MAX_QUEUED_BYTES, logger, metrics: registry, name: 'webhooks' });
    this.feed = new FeedClient(config.projectionUrl, config.internalToken, config.maxHeld + MORE_FEED_CONNECTIONS);
    const addresses = new AddressRules(config.allowedNetworks);
    const rules = { allowHttp: config.allowHttp, allowedPorts: config.allowedPorts, addresses };
    // Half of the time to connect is left for connecting. Names of this machine are of use where its networks are allowed.
    const lookup = createHostLookup({
      withinMs: config.connectTimeoutMs / 2,
      ...(config.allowedNetworks.length > 0 && { hosts: readHostsFile() }),
    });
    this.agent = createGuardedAgent({
      addresses,
      lookup,
      connectTimeoutMs: config.connectTimeoutMs,
      answerTimeoutMs: config.answerTimeoutMs,
      connections: config.deliveriesAtATime,
    });
    const sender = new Sender(this.agent, rules, config.answerTimeoutMs);
    const secrets = new WebhookSecrets(config.keySecret);
    const slots = new DeliverySlots({ atATime: config.deliveriesAtATime, ofAWorkspace: config.deliveriesOfAWorkspace }, registry);
    const metrics = new DeliveryMetrics(registry);
    const book = new LeaseBook(this.pool, config.instanceId, config.leaseMs);
    const rights = new CreatorRights(this.copy, { directoryUrl: config.directoryUrl, internalToken: config.internalToken, logger });
    this.log = new DeliveryLog(this.pool);
    this.webhooks = new Webhooks({
      pool: this.pool,
      feed: this.feed,
      secrets,
      directory: this.copy,
      rules,
      maxWebhooks: config.maxWebhooks,
      secretGraceHours: config.secretGraceHours,
    });
    const meter = new TestMeter(this.pool, TESTS_A_MINUTE);
    this.tests = new TestDelivery({ slots, sender, secrets, log: this.log, meter, metrics });
    this.notes = new PauseNotes({
      pool: this.pool,
      producer: this.producer,
      topicPrefix: config.topicPrefix,
      partitions: config.objectPartitions,
      instance: config.instanceId,
      logger,
    });
    const runner = {
      store: new HeldWebhooks(this.pool),
      feed: this.feed,
      slots,
      sender,
      log: this.log,
      secrets,
      directory: this.copy,
      rights,
      metrics,
      settings: config,
      logger,
    };
    this.worker = new DeliveryWorker({ book, runner, leaseMs: config.leaseMs, maxHeld: config.maxHeld, registry, logger });
    this.tasks = new UpkeepTasks(registry, logger);
    this.upkeep = new Upkeep({
      pool: this.pool,
      directory: this.copy,
      log: this.log,
      book,
      meter,
      metrics,
      bounds: { entries: config.logEntries, days: config.logDays },
      tasks: this.tasks,
      logger,
    });
  }

  get checks(): HealthCheck[] {
    return [
      { name: 'database', check: async () => void (await this.pool.query('select 1')) },
      {
        name: 'running',
        check: () => {
          if (this.phase !== 'running') throw new Error(`the service is ${this.phase}`);
        },
      },
      {
        name: 'directory',
        check: () => {
          if (!this.copy.complete) throw new Error('directory.state was not read to its end yet');
        },
      },
    ];
  }

  async start(): Promise<void> {
    this.follower.start();
    void this.producer.connect().catch((error: unknown) => this.parts.logger.debug({ err: error }, 'The producer was closed.'));
    this.worker.start();
    this.notes.start();
    this.upkeep.start();
    if (this.phase === 'starting') this.phase = 'running';
  }

  /** Not ready from now on. */
  stopping(): void {
    this.phase = 'stopping';
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker
      .stop()
      .catch((error: unknown) => this.parts.logger.warn({ error: String(error) }, 'Other instances go on when the leases are over.'));
    await Promise.all([this.upkeep.stop(), this.notes.stop()]);
    await this.follower.close();
    await this.producer.close();
    await Promise.all([this.feed.close(), this.agent.destroy()]);
    await this.pool.end();
  }
}
