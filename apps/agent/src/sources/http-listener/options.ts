import type { ObjectSchema } from '../../reading/source.js';

/** Options of a source of the kind `http-listener`. */
export interface HttpListenerOptions {
  readonly host?: string;
  readonly port: number;
  /** The secret of all devices: `Authorization: Bearer <secret>`, or `key` in the query. */
  readonly secret?: string;
  /** Secrets of single devices, by id. A device that is not listed needs `secret`; without `secret` it is refused. */
  readonly keys?: Readonly<Record<string, string>>;
  readonly tls?: { readonly certFile: string; readonly keyFile: string };
}

export const HTTP_LISTENER_SCHEMA: ObjectSchema = {
  type: 'object',
  required: ['port'],
  properties: {
    host: { type: 'string', minLength: 1, maxLength: 255, default: '0.0.0.0', description: 'The address of this machine to listen at.' },
    port: { type: 'integer', minimum: 0, maximum: 65_535, description: 'Its port; 0: any that is free.' },
    secret: {
      type: 'string',
      format: 'secret',
      minLength: 8,
      maxLength: 1024,
      description: 'What devices send as Authorization: Bearer … or as key in the query; as ${env:NAME} or ${file:/path}.',
    },
    keys: {
      type: 'object',
      maxProperties: 10_000,
      additionalProperties: { type: 'string', format: 'secret', minLength: 8, maxLength: 1024 },
      description: 'A key for each device, by its id.',
    },
    tls: {
      type: 'object',
      additionalProperties: false,
      required: ['certFile', 'keyFile'],
      description: 'The certificate of the listener and its key, each a PEM file. Without it the traffic can be read on its way.',
      properties: { certFile: { type: 'string', minLength: 1 }, keyFile: { type: 'string', minLength: 1 } },
    },
  },
};

export const HTTP_LISTENER_EXAMPLE = `name: phones
kind: http-listener
host: 0.0.0.0
port: 5055
secret: \${env:PHONES_SECRET}
shape:
  seconds: 5
  metres: 20
`;
