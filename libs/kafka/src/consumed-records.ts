import type { KafkaMessage } from 'kafkajs';
import type { ConsumedRecord } from './record.js';
import { decodeHeaders } from './record-headers.js';

/** As our patch of kafkajs leaves them. */
type DecodedMessage = KafkaMessage & { headerBytes: Buffer };

/** kafkajs's message as a record; nothing of it is copied. @param names of the headers that are taken; default all */
export function consumedRecord(topic: string, partition: number, message: KafkaMessage, names?: readonly string[]): ConsumedRecord {
  return {
    topic,
    partition,
    offset: Number(message.offset),
    timestamp: Number(message.timestamp),
    key: message.key,
    value: message.value,
    headers: decodeHeaders((message as DecodedMessage).headerBytes, names),
  };
}
