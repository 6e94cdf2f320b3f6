import { readNumber } from '../../reading/read-number.js';
import { readTime } from '../../reading/read-time.js';
import type { Received } from '../../reading/source.js';
import { decodeText } from '../reading-parts/decode-text.js';
import { earthPosition } from '../reading-parts/earth-position.js';
import { KILOMETRE_AN_HOUR, movingFields, numberField, textField } from '../reading-parts/fields.js';
import { parseJson } from '../reading-parts/parse-json.js';
import { radius } from '../reading-parts/radius.js';
import { beginningOf, keptApart } from '../reading-parts/unreadable.js';
import type { MqttMessage } from './message.js';

/**
 * The JSON of OwnTracks (its booklet, "JSON"): for `_type: location` the id is `user/device` of the topic, the time `tst`. Other types
 * contain no position and are left out; encrypted ones are quarantined. Retained ones are accepted, because they contain their time.
 */
export function readOwnTracks({ topic, payload }: MqttMessage): readonly Received[] {
  const text = decodeText(payload);
  const parsed = text === undefined ? { fault: 'no UTF-8' } : parseJson(text);
  if ('fault' in parsed)
    return [
      keptApart(
        { topic, payload: beginningOf(payload) },
        'unreadable',
        `The message on ${topic} is ${parsed.fault}; the format owntracks was set.`,
      ),
    ];
  return readValue(topic, parsed.value);
}

/** Reads a document of `readOwnTracks` again; undefined for one without a position. */
export function rereadOwnTracks(document: unknown): Received | undefined {
  const { topic, payload } = (document ?? {}) as { topic?: unknown; payload?: unknown };
  return typeof topic === 'string' ? readValue(topic, payload)[0] : undefined;
}

function readValue(topic: string, payload: unknown): readonly Received[] {
  const document = { topic, payload };
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    return [keptApart(document, 'unreadable', `The message on ${topic} is no object with _type.`)];
  const location = payload as Record<string, unknown>;
  if (location['_type'] === 'encrypted')
    return [
      keptApart(
        document,
        'unreadable',
        `The message on ${topic} is encrypted. Let the phones send without a secret key: TLS keeps it from others on the way.`,
      ),
    ];
  if (typeof location['_type'] !== 'string')
    return [keptApart(document, 'unreadable', `The message on ${topic} has no _type: is it of OwnTracks?`)];
  return location['_type'] === 'location' ? [readLocation(topic, location, document)] : [];
}

function readLocation(topic: string, location: Record<string, unknown>, document: unknown): Received {
  const id = topic.split('/').slice(1).join('/') || (typeof location['tid'] === 'string' ? location['tid'] : '');
  if (id === '') return keptApart(document, 'no-id', `The topic ${topic} has no user and device, and the message no tid.`);
  const observedAt = readTime(location['tst']);
  if (observedAt === undefined) return keptApart(document, 'impossible-time', 'tst is absent, or is not in the years 2000 to 2099.');
  const found = earthPosition(location['lat'], location['lon'], location['alt']);
  if ('fault' in found) return keptApart(document, 'impossible-position', `${found.fault}.`);
  return {
    document,
    reading: {
      id,
      title: id,
      observedAt,
      position: found.position,
      accuracy: radius(location['acc']),
      ...movingFields({
        battery: numberField(location['batt']),
        speed: negative(location['vel']) ? undefined : numberField(location['vel'], KILOMETRE_AN_HOUR),
        course: negative(location['cog']) ? undefined : numberField(location['cog']),
        tracker: textField(location['tid']),
      }),
    },
  };
}

/** Phones write -1 for unknown values. */
function negative(value: unknown): boolean {
  return (readNumber(value) ?? 0) < 0;
}
