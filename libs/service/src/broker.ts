import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { TopicName } from '#contracts/topics.js';
import { brokerAccess } from '#kafka/connection/broker-settings.js';
import { createKafka, type KafkaConnection } from '#kafka/connection/connection.js';
import { DeadLetterWriter } from '#kafka/dead-letters/dead-letter.js';
import { CoalescingProducer } from '#kafka/producing/coalescing-producer.js';
import { awaitTopics } from '#kafka/topics/await-topics.js';
import { topicName } from '#kafka/topics/topics.js';
import type { UnitReading } from '#kafka/units/unit-transport-options.js';
import { UnitTransport } from '#kafka/units/unit-transport.js';
import type { Logger } from '#telemetry/logger.js';
import type { Registry } from '#telemetry/metrics.js';
import { HealthChecks } from './health-checks.js';
import { ProcessEnd } from './process-end.js';
import type { ServiceConfig, TopicConfig } from './settings.js';
import { Startup } from './startup.js';
import { CONFIG, LOGGER, REGISTRY, SERVICE_NAME } from './tokens.js';
import { UnitTransports } from './unit-transports.js';

export const TOPICS_OF_SERVICE = Symbol('topics of the service');

export interface TopicsOfService {
  names: readonly TopicName[];
  needed: 'at the start' | 'to start' | 'by consumers' | 'by publishing consumers' | 'never';
}

/** A service without topics of objects or outcomes has no settings for the partitions of these topics. */
type BrokerConfig = Omit<TopicConfig, 'objectPartitions'> & ServiceConfig & { objectPartitions?: number; replyPartitions?: number };

/** How to read a topic; the broker provides the options that all readers of a service share. */
export type TopicReading = Omit<
  UnitReading,
  'kafka' | 'groupId' | 'topic' | 'partitions' | 'deadLetters' | 'fromBeginning' | 'logger' | 'metrics' | 'onFatal' | 'begins'
> & {
  /** Name of the consumer group, without the prefix of the installation. */
  group: string;
  deadLetters: CoalescingProducer;
  /** Name of the check in /health/ready; default: the name of the topic. False: the service is ready without this reader. */
  check?: string | false;
};

/**
 * The connections of a service to the broker. At startup, this waits until the topics have their configuration, however long the broker is
 * down, and until the producers are connected if startup needs them. The connections are closed last.
 */
@Injectable()
export class Broker implements OnModuleInit, OnApplicationShutdown {
  /** Client id of this process, with the prefix of the installation. */
  readonly clientId: string;
  readonly kafka: KafkaConnection;
  private readonly producers: CoalescingProducer[] = [];

  constructor(
    @Inject(SERVICE_NAME) service: string,
    @Inject(CONFIG) private readonly config: BrokerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(REGISTRY) private readonly registry: Registry,
    @Inject(TOPICS_OF_SERVICE) private readonly topics: TopicsOfService,
    private readonly startup: Startup,
    private readonly checks: HealthChecks,
    private readonly transports: UnitTransports,
    private readonly processEnd: ProcessEnd,
  ) {
    this.clientId = `${config.topicPrefix}${service}-${config.instanceId}`;
    this.kafka = this.connection();
  }

  /** Separate sockets, for a reader that may break its connection. @param of its purpose, part of the client id; omitted: none */
  connection(of?: string): KafkaConnection {
    const clientId = of === undefined ? this.clientId : `${this.clientId}-${of}`;
    return createKafka({ ...brokerAccess(this.config), clientId, logger: this.logger });
  }

  /** The name of a topic on the broker, with the prefix of the installation. */
  topic(name: TopicName): string {
    return topicName(this.config.topicPrefix, name);
  }

  /**
   * @param name label of its metrics
   * @param maxQueuedBytes limit of all records that wait for an acknowledgement
   * @param options.kafka separate sockets, so that a large flush delays no other producer; default: those of the service
   */
  producer(name: string, maxQueuedBytes: number, options: { kafka?: KafkaConnection; sendTimeoutMs?: number } = {}): CoalescingProducer {
    const { kafka, logger, registry: metrics } = this;
    const producer = new CoalescingProducer({ kafka, maxQueuedBytes, logger, metrics, name, ...options });
    this.producers.push(producer);
    return producer;
  }

  /**
   * A reader of a topic with as many partitions as object.events, which passes units to methods of controllers (`OnUnit`). It starts last.
   * If the service does not wait for the topic, the reader does.
   */
  consume(topic: TopicName, { group, check: name = topic, deadLetters, ...reading }: TopicReading): UnitTransport {
    const { config, logger, registry: metrics } = this;
    const { objectPartitions: partitions } = config;
    if (partitions === undefined) throw new Error(`The service reads ${topic} and has no setting OBJECT_PARTITIONS.`);
    const transport = new UnitTransport({
      ...reading,
      kafka: this.kafka,
      groupId: config.topicPrefix + group,
      topic: this.topic(topic),
      handlers: topic,
      partitions,
      deadLetters: new DeadLetterWriter(deadLetters),
      fromBeginning: true,
      logger,
      metrics,
      onFatal: (error) => this.processEnd.fatal(error),
      ...(!this.topics.names.includes(topic) && { begins: (signal) => this.topicsThere([topic], signal) }),
    });
    this.transports.add(transport);
    if (name === false) return transport;
    const check = (): void => {
      const reason = transport.notReadyReason();
      if (reason !== undefined) throw new Error(reason);
    };
    this.checks.add({ name, check });
    return transport;
  }

  onModuleInit(): void {
    const { startup, producers } = this;
    const { names, needed } = this.topics;
    if (needed === 'never') return startup.add(() => this.connectInBackground());
    if (needed === 'at the start' || needed === 'by publishing consumers') {
      const check = (): void => {
        if (!producers.every(({ ready }) => ready)) throw new Error('no connection to the broker');
      };
      this.checks.add({ name: 'broker', check });
    }
    const begin = async (signal: AbortSignal): Promise<void> => {
      await this.topicsThere(names, signal);
      if (signal.aborted) return;
      if (needed === 'by consumers') this.connectInBackground();
      else await Promise.all(producers.map((producer) => producer.connect()));
    };
    if (needed === 'at the start' || needed === 'to start') startup.add(begin);
    else startup.addBeforeConsumers(begin);
  }

  private topicsThere(names: readonly TopicName[], signal: AbortSignal): Promise<void> {
    const { topicPrefix: prefix, objectPartitions = 0, replyPartitions = 0 } = this.config;
    const plan = { prefix, objectPartitions, replyPartitions };
    return awaitTopics(this.kafka, { plan, names, logger: this.logger, signal });
  }

  /** Connects in the background; nothing waits for it. */
  private connectInBackground(): void {
    const closed = (error: unknown): void => this.logger.debug({ err: error }, 'The producer was closed.');
    for (const producer of this.producers) void producer.connect().catch(closed);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.producers.map((producer) => producer.close()));
  }
}
