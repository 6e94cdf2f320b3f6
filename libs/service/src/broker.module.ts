import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { TopicName } from '#contracts/topics.js';
import { Broker, TOPICS_OF_SERVICE } from './broker.js';

/** The broker, for every room of a service. @see Broker */
@Global()
@Module({})
export class BrokerModule {
  /** @param topics that have to be there before anything is read or written; none: the service works without the broker */
  static of(topics: readonly TopicName[]): DynamicModule {
    return { module: BrokerModule, providers: [{ provide: TOPICS_OF_SERVICE, useValue: topics }, Broker], exports: [Broker] };
  }
}
