import { randomBytes } from 'node:crypto';
import { reconnecting } from '../connecting/reconnecting.js';
import { Gathering } from '../connecting/gathering.js';
import type { SourceKind } from '../source.js';
import { checkMqtt, SHARED } from './check-mqtt.js';
import { clientIdOf, clientOptions } from './client-options.js';
import { dialer } from './dial.js';
import { MQTT_EXAMPLE, MQTT_SCHEMA, type MqttOptions } from './options.js';
import { rereadOwnTracks } from './owntracks.js';
import { payloadReader } from './payload-readers.js';
import { runSession } from './session.js';

/** Messages of a broker of MQTT 3.1.1 or 5. With `qos: 1` one is acknowledged when it is on disk; what was not comes again, and is then sent again. */
export const MQTT_SOURCE: SourceKind<MqttOptions> = {
  kind: 'mqtt',
  summary: 'Messages of an MQTT broker (3.1.1 or 5): JSON by a map, OwnTracks, Sparkplug B.',
  options: MQTT_SCHEMA,
  example: MQTT_EXAMPLE,
  needsMap: ({ format }) => format !== 'owntracks',
  check: checkMqtt,
  rereader: ({ format }) => ({ read: (document) => (format === 'owntracks' ? rereadOwnTracks(document) : undefined) }),
  async run(options, context) {
    const reader = payloadReader(options, context.place);
    const gathering = new Gathering((messages) => context.deliver(messages, reader.place?.()));
    // Under the id of the agent that runs, or in its shared subscriptions, it would take messages from it.
    const look = context.lookOnly === true;
    const client = clientOptions(options, `${clientIdOf(options, context.name)}${look ? `-look-${randomBytes(4).toString('hex')}` : ''}`, !look);
    const dial = dialer(options);
    let begun = false;
    await reconnecting(context, async (connected) => {
      const session = runSession({
        dial,
        client,
        topics: look ? options.topics.map((topic) => topic.replace(SHARED, '')) : options.topics,
        qos: look ? 0 : (options.qos ?? 1),
        subscribeAlways: !begun,
        signal: context.signal,
        onMessage(message) {
          const messages = reader.read(message);
          if (messages.length === 0) context.counted?.('ignored', 1);
          return gathering.add(messages);
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
