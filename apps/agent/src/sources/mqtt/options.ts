import { type Static, Type } from 'typebox';
import { secret } from '../../reading/schema-parts.js';
import { tlsSchema } from '../connecting/tls-files.js';

/** Options of a source of the kind `mqtt`. */
export const MQTT_SCHEMA = Type.Object({
  url: Type.String({
    pattern: '^mqtts?://[^/@\\s]+$',
    maxLength: 2048,
    description: 'The broker, as mqtt://host:1883 or mqtts://host:8883; without user and password.',
  }),
  /** MQTT 5, section 4.7. */
  topics: Type.Array(Type.String({ minLength: 1, maxLength: 1024, pattern: '^[^\\u0000]+$' }), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: 'Topic filters with + and #; $share/<group>/<filter> shares them among the clients of a group.',
  }),
  format: Type.Enum(['json', 'owntracks', 'sparkplug-b'], { description: 'What the messages hold. json and sparkplug-b need a map.' }),
  version: Type.Optional(Type.Enum(['3.1.1', '5'], { default: '5', description: 'Of MQTT.' })),
  qos: Type.Optional(
    Type.Enum([0, 1], {
      default: 1,
      description: '1: a message is acknowledged when it is on the agent’s disk. 0: what comes while the connection is down is lost.',
    }),
  ),
  username: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
  password: Type.Optional(secret({ minLength: 1, description: 'As ${env:NAME} or ${file:/path}.' })),
  clientId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'By which the broker knows the session again; no other client may have it. Default: waymark-agent-<name of the source>.',
    }),
  ),
  /** Brokers of 3.1.1 have their own setting. */
  sessionHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 8760,
      default: 168,
      description: 'How long a broker of MQTT 5 keeps messages while the agent is away.',
    }),
  ),
  retained: Type.Optional(
    Type.Enum(['apart', 'take'], {
      default: 'apart',
      description:
        'Retained messages of json and sparkplug-b, which may be old: kept apart, or taken, by a map whose ' +
        'observedAt reads their own time.',
    }),
  ),
  tls: Type.Optional(tlsSchema()),
});
export type MqttOptions = Static<typeof MQTT_SCHEMA>;
export type PayloadFormat = MqttOptions['format'];

export const MQTT_EXAMPLE = `name: yard
kind: mqtt
url: mqtts://broker.example:8883
topics: [$share/waymark/trackers/+/position]
format: json
username: waymark
password: \${env:MQTT_PASSWORD}
map:
  id: topicParts[1]
  observedAt: payload.time
  lat: payload.lat
  lon: payload.lon
  fields:
    battery: { type: Number, value: payload.battery }
`;
