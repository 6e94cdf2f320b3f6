import type { IHeaders, KafkaMessage } from 'kafkajs';
import type { ConsumedRecord } from './record.js';

/** kafkajs's message as a record; key and value are not copied. @param names of the headers that are taken; default all */
export function consumedRecord(topic: string, partition: number, message: KafkaMessage, names?: readonly string[]): ConsumedRecord {
  return {
    topic,
    partition,
    offset: Number(message.offset),
    timestamp: Number(message.timestamp),
    key: message.key,
    value: message.value,
    headers: singleHeaders(message.headers, names),
  };
}

/** Of a header that is there twice the last one counts, as in Kafka's own `lastHeader`. */
function singleHeaders(headers: IHeaders = {}, names: readonly string[] = Object.keys(headers)): ConsumedRecord['headers'] {
  const single: ConsumedRecord['headers'] = {};
  for (const name of names) {
    const found = Object.hasOwn(headers, name) ? headers[name] : undefined;
    const last = Array.isArray(found) ? found.at(-1) : found;
    single[name] = typeof last === 'string' ? Buffer.from(last) : last;
  }
  return single;
}
