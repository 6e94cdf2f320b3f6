import type { ObjectSchema } from '../../reading/source.js';
import { TLS_SCHEMA, type TlsFiles } from '../connecting/tls-files.js';

/** Options of a source of the kind `kafka`. */
export interface KafkaOptions {
  /** `host:port`, at least one. */
  readonly brokers: readonly string[];
  readonly topic: string;
  readonly groupId?: string;
  /** Where the first start begins. */
  readonly begin?: 'earliest' | 'latest';
  readonly sasl?: { readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'; readonly username: string; readonly password: string };
  /** If present, even as `{}`, the connection uses TLS. */
  readonly tls?: TlsFiles;
}

export const KAFKA_SCHEMA: ObjectSchema = {
  type: 'object',
  required: ['brokers', 'topic'],
  properties: {
    brokers: {
      type: 'array',
      minItems: 1,
      maxItems: 20,
      items: { type: 'string', pattern: '^[^\\s:/]+:\\d{1,5}$|^\\[[0-9a-fA-F:]+\\]:\\d{1,5}$' },
      description: 'As host:port.',
    },
    topic: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,249}$' },
    groupId: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description:
        'The consumer group, which the agent must have alone; nothing is committed to it. Default: waymark-agent-<name of the source>.',
    },
    begin: {
      enum: ['earliest', 'latest'],
      default: 'earliest',
      description: 'Where to begin the first time: with the oldest record that is there, or with what comes from then on.',
    },
    sasl: {
      type: 'object',
      additionalProperties: false,
      required: ['mechanism', 'username', 'password'],
      properties: {
        mechanism: { enum: ['plain', 'scram-sha-256', 'scram-sha-512'] },
        username: { type: 'string', minLength: 1, maxLength: 1024 },
        password: { type: 'string', format: 'secret', minLength: 1, description: 'As ${env:NAME} or ${file:/path}.' },
      },
    },
    tls: { ...TLS_SCHEMA, description: 'Given, also as {}: the brokers speak TLS. Certificates, each a PEM file.' },
  },
};

export const KAFKA_EXAMPLE = `name: erp
kind: kafka
brokers: [kafka-1.example:9093, kafka-2.example:9093]
topic: trailers.positions
sasl:
  mechanism: scram-sha-512
  username: waymark
  password: \${env:KAFKA_PASSWORD}
tls: {}
map:
  id: key
  observedAt: timestamp
  lat: value.position.lat
  lon: value.position.lon
`;
