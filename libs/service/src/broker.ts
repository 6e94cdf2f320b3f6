import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { TopicName } from '#contracts/topics.js';
import { awaitTopics } from '#kafka/await-topics.js';
import { brokerAccess } from '#kafka/broker-settings.js';
import { CoalescingProducer } from '#kafka/coalescing-producer.js';
import { createKafka, type KafkaConnection } from '#kafka/connection.js';
import { topicName } from '#kafka/topics.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { HealthChecks } from './health-checks.js';
import type { ServiceConfig, TopicConfig } from './settings.js';
import { Startup } from './startup.js';
import { CONFIG, LOGGER, REGISTRY, SERVICE_NAME } from './tokens.js';

export const TOPICS_OF_SERVICE = Symbol('topics of the service');

/**
 * The connections of a service to the broker. Its step at the start waits until the topics are as the settings say, however long
 * the broker is away, and until its producers are connected. They are closed last.
 */
@Injectable()
export class Broker implements OnModuleInit, OnApplicationShutdown {
  /** Of this process, with the prefix of the installation. */
  readonly clientId: string;
  readonly kafka: KafkaConnection;
  private readonly producers: CoalescingProducer[] = [];

  constructor(
    @Inject(SERVICE_NAME) service: string,
    @Inject(CONFIG) private readonly config: TopicConfig & ServiceConfig & { replyPartitions?: number },
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(REGISTRY) private readonly registry: Registry,
    @Inject(TOPICS_OF_SERVICE) private readonly topics: readonly TopicName[],
    private readonly startup: Startup,
    private readonly checks: HealthChecks,
  ) {
    this.clientId = `${config.topicPrefix}${service}-${config.instanceId}`;
    this.kafka = this.connection();
  }

  /** Sockets of its own, for a reader that breaks them. @param of what it is for, part of the client id; left out: none */
  connection(of?: string): KafkaConnection {
    const clientId = of === undefined ? this.clientId : `${this.clientId}-${of}`;
    return createKafka({ ...brokerAccess(this.config), clientId, logger: this.logger });
  }

  /** The name of a topic on the broker, with the prefix of the installation. */
  topic(name: TopicName): string {
    return topicName(this.config.topicPrefix, name);
  }

  /** @param name label of its metrics @param maxQueuedBytes bound of all records that wait for an acknowledgement */
  producer(name: string, maxQueuedBytes: number): CoalescingProducer {
    const producer = new CoalescingProducer({ kafka: this.kafka, maxQueuedBytes, logger: this.logger, metrics: this.registry, name });
    this.producers.push(producer);
    return producer;
  }

  onModuleInit(): void {
    const { config, producers } = this;
    if (this.topics.length === 0) {
      // A service that works without the broker.
      const closed = (error: unknown): void => this.logger.debug({ err: error }, 'The producer was closed.');
      this.startup.add(() => producers.forEach((producer) => void producer.connect().catch(closed)));
      return;
    }
    const check = (): void => {
      if (!producers.every(({ ready }) => ready)) throw new Error('no connection to the broker');
    };
    this.checks.add({ name: 'broker', check });
    const plan = { prefix: config.topicPrefix, objectPartitions: config.objectPartitions, replyPartitions: config.replyPartitions ?? 0 };
    this.startup.add(async (signal) => {
      await awaitTopics(this.kafka, { plan, names: this.topics, logger: this.logger, signal });
      if (!signal.aborted) await Promise.all(producers.map((producer) => producer.connect()));
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.producers.map((producer) => producer.close()));
  }
}
