import { type Static, Type } from 'typebox';
import { secret } from '../../reading/schema-parts.js';
import { tlsSchema } from '../connecting/tls-files.js';

/** Options of a source of the kind `kafka`. */
export const KAFKA_SCHEMA = Type.Object({
  brokers: Type.Array(Type.String({ pattern: '^[^\\s:/]+:\\d{1,5}$|^\\[[0-9a-fA-F:]+\\]:\\d{1,5}$' }), {
    minItems: 1,
    maxItems: 20,
    description: 'As host:port.',
  }),
  topic: Type.String({ pattern: '^[A-Za-z0-9._-]{1,249}$' }),
  groupId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'The consumer group, which the agent must have alone; nothing is committed to it. Default: waymark-agent-<name of the source>.',
    }),
  ),
  begin: Type.Optional(
    Type.Enum(['earliest', 'latest'], {
      default: 'earliest',
      description: 'Where to begin the first time: with the oldest record that is there, or with what comes from then on.',
    }),
  ),
  sasl: Type.Optional(
    Type.Object(
      {
        mechanism: Type.Enum(['plain', 'scram-sha-256', 'scram-sha-512']),
        username: Type.String({ minLength: 1, maxLength: 1024 }),
        password: secret({ minLength: 1, description: 'As ${env:NAME} or ${file:/path}.' }),
      },
      { additionalProperties: false },
    ),
  ),
  tls: Type.Optional(tlsSchema('Given, also as {}: the brokers speak TLS. Certificates, each a PEM file.')),
});
export type KafkaOptions = Static<typeof KAFKA_SCHEMA>;

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
