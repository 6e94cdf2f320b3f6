import type { KafkaMessage } from 'kafkajs';
import type { ConsumedRecord } from './record.js';

/** kafkajs's message as a record; nothing is copied but the fields. */
export function consumedRecord(topic: string, partition: number, message: KafkaMessage): ConsumedRecord {
  return {
    topic,
    partition,
    offset: Number(message.offset),
    timestamp: Number(message.timestamp),
    key: message.key,
    value: message.value,
    headers: message.headers === undefined ? {} : (message.headers as ConsumedRecord['headers']),
  };
}
