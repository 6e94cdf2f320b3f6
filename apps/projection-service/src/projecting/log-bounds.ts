import { topicName } from '#kafka/topics.js';
import type { TopicName } from '#contracts/topics.js';
import type { EventsSource, EventsTopic } from './events-transport.js';

export interface LogBounds {
  /** First offset that the log still has. */
  start: number;
  /** Offset that the next record will get. */
  end: number;
}

/** Of each partition of a topic. */
export async function logBounds({ kafka, topicPrefix }: EventsSource, topic: TopicName = 'object.events'): Promise<Map<number, LogBounds>> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const offsets = await admin.fetchTopicOffsets(topicName(topicPrefix, topic));
    return new Map(offsets.map(({ partition, low, high }) => [partition, { start: Number(low), end: Number(high) }]));
  } finally {
    await admin.disconnect();
  }
}

export async function logStarts(source: EventsSource, topic: EventsTopic = 'object.events'): Promise<Map<number, number>> {
  return new Map([...(await logBounds(source, topic))].map(([partition, { start }]) => [partition, start]));
}
