import type { ObjectSchema } from '../../reading/source.js';
import { TLS_SCHEMA, type TlsFiles } from '../connecting/tls-files.js';

export type PayloadFormat = 'json' | 'owntracks' | 'sparkplug-b';

/** Options of a source of the kind `mqtt`. */
export interface MqttOptions {
  /** `mqtt://host:1883` or `mqtts://host:8883`. */
  readonly url: string;
  /** Filters as in MQTT 5, section 4.7; `$share/<group>/<filter>` is shared with other clients of the group. */
  readonly topics: readonly string[];
  readonly format: PayloadFormat;
  readonly version?: '3.1.1' | '5';
  /** 1: messages are acknowledged when they are on the agent's disk. 0: messages are lost when the connection is. */
  readonly qos?: 0 | 1;
  readonly username?: string;
  readonly password?: string;
  readonly clientId?: string;
  /** How long an MQTT 5 broker stores messages while the agent is away; 3.1.1 brokers have their own setting. */
  readonly sessionHours?: number;
  /** Messages that the broker stored for late subscribers: with `json` they have no time that the agent could trust. */
  readonly retained?: 'apart' | 'take';
  readonly tls?: TlsFiles;
}

export const MQTT_SCHEMA: ObjectSchema = {
  type: 'object',
  required: ['url', 'topics', 'format'],
  properties: {
    url: {
      type: 'string',
      pattern: '^mqtts?://[^/@\\s]+$',
      maxLength: 2048,
      description: 'The broker, as mqtt://host:1883 or mqtts://host:8883; without user and password.',
    },
    topics: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      items: { type: 'string', minLength: 1, maxLength: 1024, pattern: '^[^\\u0000]+$' },
      description: 'Topic filters with + and #; $share/<group>/<filter> shares them among the clients of a group.',
    },
    format: { enum: ['json', 'owntracks', 'sparkplug-b'], description: 'What the messages hold. json and sparkplug-b need a map.' },
    version: { enum: ['3.1.1', '5'], default: '5', description: 'Of MQTT.' },
    qos: {
      enum: [0, 1],
      default: 1,
      description: '1: a message is acknowledged when it is on the agent’s disk. 0: what comes while the connection is down is lost.',
    },
    username: { type: 'string', minLength: 1, maxLength: 1024 },
    password: { type: 'string', format: 'secret', minLength: 1, description: 'As ${env:NAME} or ${file:/path}.' },
    clientId: {
      type: 'string',
      minLength: 1,
      maxLength: 128,
      description: 'By which the broker knows the session again; no other client may have it. Default: waymark-agent-<name of the source>.',
    },
    sessionHours: {
      type: 'integer',
      minimum: 0,
      maximum: 8760,
      default: 168,
      description: 'How long a broker of MQTT 5 keeps messages while the agent is away.',
    },
    retained: {
      enum: ['apart', 'take'],
      default: 'apart',
      description:
        'Retained messages of json and sparkplug-b, which may be old: kept apart, or taken, by a map whose ' +
        'observedAt reads their own time.',
    },
    tls: TLS_SCHEMA,
  },
};

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
