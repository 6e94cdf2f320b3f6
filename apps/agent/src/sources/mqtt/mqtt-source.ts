import { randomBytes } from 'node:crypto';
import type { SourceKind } from '../../reading/source.js';
import { Gathering } from '../connecting/gathering.js';
import { reconnecting } from '../connecting/reconnecting.js';
import { checkMqtt, SHARED } from './check-mqtt.js';
import { clientIdOf, clientOptions, isTls } from './client-options.js';
import { dialer } from './dial.js';
import { MQTT_EXAMPLE, MQTT_SCHEMA, type MqttOptions } from './options.js';
import { rereadOwnTracks } from './owntracks.js';
import { payloadReader } from './payload-readers.js';
import { RecentMessages } from './recent-messages.js';
import { runSession } from './session.js';

/** The parts of a stored place. In versions before `recent`, the place was the reader's state. */
function placeOf(place: unknown): { readonly reader: unknown; readonly recent: unknown } {
  const { recent, reader } = (place ?? {}) as { recent?: unknown; reader?: unknown };
  return typeof recent === 'string' ? { reader, recent } : { reader: place, recent: undefined };
}

/**
 * Messages from an MQTT 3.1.1 or 5 broker. With `qos: 1`, a message is acknowledged when it is on disk. Unacknowledged messages are sent
 * again, and are recognised if they had reached the disk.
 */
export const MQTT_SOURCE: SourceKind<MqttOptions> = {
  kind: 'mqtt',
  summary: 'Messages of an MQTT broker (3.1.1 or 5): JSON with a map, OwnTracks, Sparkplug B.',
  options: MQTT_SCHEMA,
  example: MQTT_EXAMPLE,
  needsMap: ({ format }) => format !== 'owntracks',
  check: checkMqtt,
  rereader: ({ format }) => ({ read: (document) => (format === 'owntracks' ? rereadOwnTracks(document) : undefined) }),
  async run(options, context) {
    const place = placeOf(context.place);
    const reader = payloadReader(options, place.reader);
    const recent = new RecentMessages(place.recent);
    const gathering = new Gathering(async (messages) => {
      const last = recent.placeWith(messages);
      const next = reader.place?.();
      await context.deliver(
        messages,
        last === '' && next === undefined ? undefined : { recent: last, ...(next !== undefined && { reader: next }) },
      );
      recent.keep(messages);
    });
    // With the running agent's client id, or in its shared subscriptions, it would take messages away from it.
    const look = context.lookOnly === true;
    const client = clientOptions(
      options,
      `${clientIdOf(options, context.name)}${look ? `-look-${randomBytes(4).toString('hex')}` : ''}`,
      !look,
    );
    const dial = dialer(options);
    let begun = false;
    await reconnecting(context, async (connected) => {
      const session = runSession({
        dial,
        client,
        topics: look ? options.topics.map((topic) => topic.replace(SHARED, '')) : options.topics,
        qos: look ? 0 : (options.qos ?? 1),
        subscribeAlways: !begun,
        isTls: isTls(options),
        signal: context.signal,
        async onMessage(message, sent) {
          const delivery = sent && { messageId: sent.messageId, topic: message.topic, payload: message.payload };
          const known = sent?.again === true && recent.has(delivery!);
          const messages = known ? [] : reader.read(message);
          if (messages.length === 0) context.counted?.(known ? 'repeated' : 'ignored', 1);
          if (delivery) recent.underWayAs(delivery, messages);
          // Also without messages, because acknowledgements must keep the order of arrival.
          await gathering.add(messages);
        },
        onSubscribed(detail) {
          begun = true;
          connected(detail);
        },
      });
      await session;
    });
  },
};
