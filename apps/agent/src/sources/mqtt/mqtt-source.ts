import { reconnecting } from '../connecting/reconnecting.js';
import { Gathering } from '../connecting/gathering.js';
import type { SourceKind } from '../source.js';
import { checkMqtt } from './check-mqtt.js';
import { clientIdOf, clientOptions } from './client-options.js';
import { MQTT_EXAMPLE, MQTT_SCHEMA, type MqttOptions } from './options.js';
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
  async run(options, context) {
    const reader = payloadReader(options, context.place);
    const gathering = new Gathering((messages) => context.deliver(messages, reader.place?.()));
    const client = clientOptions(options, clientIdOf(options, context.name), true);
    let begun = false;
    await reconnecting(context, async (connected) => {
      const session = runSession({
        url: options.url,
        client,
        topics: options.topics,
        qos: options.qos ?? 1,
        subscribeAlways: !begun,
        signal: context.signal,
        onMessage: (message) => gathering.add(reader.read(message)),
        onSubscribed(detail) {
          begun = true;
          connected(detail);
        },
      });
      await session;
    });
  },
};
