import { type Static, Type } from 'typebox';
import { byName, secret } from '../../reading/schema-parts.js';

/** Options of a source of the kind `http-listener`. */
export const HTTP_LISTENER_SCHEMA = Type.Object({
  host: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, default: '0.0.0.0', description: 'The address of this machine to listen at.' }),
  ),
  port: Type.Integer({ minimum: 0, maximum: 65_535, description: 'Its port; 0: any that is free.' }),
  secret: Type.Optional(
    secret({
      minLength: 8,
      maxLength: 1024,
      description: 'What devices send as Authorization: Bearer … or as key in the query; as ${env:NAME} or ${file:/path}.',
    }),
  ),
  /** A device that is not listed needs `secret`; without `secret` it is refused. */
  keys: Type.Optional(
    byName(secret({ minLength: 8, maxLength: 1024 }), { maxProperties: 10_000, description: 'A key for each device, by its id.' }),
  ),
  tls: Type.Optional(
    Type.Object(
      { certFile: Type.String({ minLength: 1 }), keyFile: Type.String({ minLength: 1 }) },
      {
        additionalProperties: false,
        description: 'The certificate of the listener and its key, each a PEM file. Without it the traffic can be read on its way.',
      },
    ),
  ),
});
export type HttpListenerOptions = Static<typeof HTTP_LISTENER_SCHEMA>;

export const HTTP_LISTENER_EXAMPLE = `name: phones
kind: http-listener
host: 0.0.0.0
port: 5055
secret: \${env:PHONES_SECRET}
shape:
  seconds: 5
  metres: 20
`;
