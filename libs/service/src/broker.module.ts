import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { TopicName } from '#contracts/topics.js';
import { Broker, TOPICS_OF_SERVICE, type TopicsOfService } from './broker.js';

/** The broker, for every module of a service. @see Broker */
@Global()
@Module({})
export class BrokerModule {
  /** @param topics that have to be there before anything is read or written; none: the service works without the broker */
  static of(topics: readonly TopicName[]): DynamicModule {
    return moduleOf({ names: topics, needed: topics.length > 0 ? 'at the start' : 'never' });
  }

  /** Of a service that serves without the broker once it has started. @param topics that have to be there before it has */
  static toStart(topics: readonly TopicName[]): DynamicModule {
    return moduleOf({ names: topics, needed: 'to start' });
  }

  /** Of a service that does all but consuming without the broker. @param topics that have to be there before its consumers start */
  static forConsumers(topics: readonly TopicName[]): DynamicModule {
    return moduleOf({ names: topics, needed: 'by consumers' });
  }

  /** As `forConsumers`, where consumers publish what they commit: they also wait for the producers, and so does readiness. */
  static forPublishingConsumers(topics: readonly TopicName[]): DynamicModule {
    return moduleOf({ names: topics, needed: 'by publishing consumers' });
  }
}

function moduleOf(topics: TopicsOfService): DynamicModule {
  return { module: BrokerModule, providers: [{ provide: TOPICS_OF_SERVICE, useValue: topics }, Broker], exports: [Broker] };
}
