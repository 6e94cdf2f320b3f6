import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { brokerAccess } from '#kafka/connection/broker-settings.js';
import { createKafka } from '#kafka/connection/connection.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import type { Logger } from '#telemetry/logger.js';
import type { Config } from '../configuration/config.js';
import { CONFIG, LOGGER } from '../environment.module.js';
import { AccessLog } from './access-log.js';

const MAX_QUEUED_BYTES = 16 * 1024 * 1024;

/** Writes the access log with a separate producer, so that it never delays a command. */
@Injectable()
export class AccessLifecycle implements OnModuleInit, OnApplicationShutdown {
  private readonly producer: CoalescingProducer;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly log: AccessLog,
  ) {
    const kafka = createKafka({ ...brokerAccess(config), clientId: `${config.topicPrefix}gateway-${config.instanceId}-access`, logger });
    this.producer = new CoalescingProducer({ kafka, maxQueuedBytes: MAX_QUEUED_BYTES, logger, name: 'access' });
  }

  onModuleInit(): void {
    this.log.start(this.producer);
    void this.producer
      .connect()
      .catch((error: unknown) => this.logger.error({ err: error }, 'The producer of the access log did not connect.'));
  }

  /** After the last answer. */
  async onApplicationShutdown(): Promise<void> {
    await this.log.close();
    await this.producer.close();
  }
}
