import type { IHeaders, KafkaMessage } from 'kafkajs';
import type { ConsumedRecord } from './record.js';

/** kafkajs's message as a record; key and value are not copied. */
export function consumedRecord(topic: string, partition: number, message: KafkaMessage): ConsumedRecord {
  return {
    topic,
    partition,
    offset: Number(message.offset),
    timestamp: Number(message.timestamp),
    key: message.key,
    value: message.value,
    headers: singleHeaders(message.headers),
  };
}

/** Of a header that is there twice the last one counts, as in Kafka's own `lastHeader`. */
function singleHeaders(headers: IHeaders | undefined): ConsumedRecord['headers'] {
  const single: ConsumedRecord['headers'] = {};
  for (const name in headers) {
    const found = headers[name];
    const last = Array.isArray(found) ? found.at(-1) : found;
    single[name] = typeof last === 'string' ? Buffer.from(last) : last;
  }
  return single;
}
