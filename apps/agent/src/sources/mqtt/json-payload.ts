import type { Received } from '../../reading/source.js';
import { decodeText } from '../reading-parts/decode-text.js';
import { parseJson } from '../reading-parts/parse-json.js';
import { beginningOf, keptApart } from '../reading-parts/unreadable.js';
import type { MqttMessage } from './message.js';

/** The format `json`: only a `map` knows the meaning of the payload. */
export function readJsonPayload({ topic, payload, retained, properties }: MqttMessage): readonly Received[] {
  const about = { topic, topicParts: topic.split('/'), properties, retained };
  const text = decodeText(payload);
  const parsed = text === undefined ? { fault: 'no UTF-8' } : parseJson(text);
  if ('fault' in parsed)
    return [
      keptApart(
        { ...about, payload: beginningOf(payload) },
        'unreadable',
        `The message on ${topic} is ${parsed.fault}; the format json was set.`,
      ),
    ];
  return [{ document: { ...about, payload: parsed.value } }];
}
