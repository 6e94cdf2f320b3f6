import type { TopicName } from '#contracts/topics.js';
import { type Bounds, logStarts as startsOf, topicBounds } from '#kafka/topics/partition-bounds.js';
import { topicName } from '#kafka/topics/topics.js';
import type { EventsSource, EventsTopic } from './events-transport.js';

/** First and last offsets of each partition of a topic. */
export const logBounds = ({ kafka, topicPrefix }: EventsSource, topic: TopicName = 'object.events'): Promise<Map<number, Bounds>> =>
  topicBounds(kafka, topicName(topicPrefix, topic));

/** First available offset of each partition of a topic. */
export const logStarts = ({ kafka, topicPrefix }: EventsSource, topic: EventsTopic = 'object.events'): Promise<Map<number, number>> =>
  startsOf(kafka, topicName(topicPrefix, topic));
