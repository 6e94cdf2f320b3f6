import { type Static, Type } from 'typebox';
import { byName, secret } from '../../reading/schema-parts.js';
import { tlsSchema } from '../connecting/tls-files.js';

/** Options of all sources that request a document periodically. */
export const POLL_SCHEMA = Type.Object({
  url: Type.String({ format: 'http-url', maxLength: 2048, description: 'What is asked for. Redirects are not followed.' }),
  everySeconds: Type.Number({ minimum: 1, maximum: 86_400, description: 'From the beginning of one request to that of the next.' }),
  headers: Type.Optional(
    byName(secret({ minLength: 1, maxLength: 8192 }), {
      maxProperties: 20,
      description: 'Sent with every request; secrets as ${env:NAME} or ${file:/path}.',
    }),
  ),
  timeoutSeconds: Type.Optional(Type.Number({ minimum: 1, maximum: 300, default: 30, description: 'For a whole answer.' })),
  maxBytes: Type.Optional(
    Type.Integer({ minimum: 1024, maximum: 268_435_456, default: 67_108_864, description: 'Of an answer, once inflated.' }),
  ),
  tls: Type.Optional(tlsSchema()),
});
export type PollOptions = Static<typeof POLL_SCHEMA>;
