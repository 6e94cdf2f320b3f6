import type { TopicName } from '#contracts/topics.js';
import { type Bounds, logStarts as startsOf, topicBounds } from '#kafka/topics/partition-bounds.js';
import { topicName } from '#kafka/topics/topics.js';
import type { EventsSource, EventsTopic } from './events-transport.js';

/** First and last offsets of each partition of a topic. */
export const logBounds = ({ kafka, topicPrefix }: EventsSource, topic: TopicName = 'object.events'): Promise<Map<number, Bounds>> =>
  topicBounds(kafka, topicName(topicPrefix, topic));

/** First offset that is still in the log of a topic, for each partition. */
export const logStarts = ({ kafka, topicPrefix }: EventsSource, topic: EventsTopic = 'object.events'): Promise<Map<number, number>> =>
  startsOf(kafka, topicName(topicPrefix, topic));
