import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { TopicName } from '#contracts/topics.js';
import { Broker, TOPICS_OF_SERVICE, type TopicsOfService } from './broker.js';

/** The broker, for every module of a service. @see Broker */
@Global()
@Module({})
export class BrokerModule {
  /** @param topics that must exist before anything is read or written; none: the service works without the broker */
  static of(topics: readonly TopicName[]): DynamicModule {
    return moduleOf({ names: topics, needed: topics.length > 0 ? 'at the start' : 'never' });
  }

  /** For a service that needs the broker only to start. @param topics that must exist before it has started */
  static toStart(topics: readonly TopicName[]): DynamicModule {
    return moduleOf({ names: topics, needed: 'to start' });
  }

  /** For a service that needs the broker only for its consumers. @param topics that must exist before the consumers start */
  static forConsumers(topics: readonly TopicName[]): DynamicModule {
    return moduleOf({ names: topics, needed: 'by consumers' });
  }

  /** Like `forConsumers`, for consumers that publish what they commit: they and readiness also wait for the producers. */
  static forPublishingConsumers(topics: readonly TopicName[]): DynamicModule {
    return moduleOf({ names: topics, needed: 'by publishing consumers' });
  }
}

function moduleOf(topics: TopicsOfService): DynamicModule {
  return { module: BrokerModule, providers: [{ provide: TOPICS_OF_SERVICE, useValue: topics }, Broker], exports: [Broker] };
}
