import { TLS_SCHEMA, type TlsFiles } from '../connecting/tls-files.js';

/** Options of all sources that request a document periodically. */
export interface PollOptions {
  readonly url: string;
  readonly everySeconds: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutSeconds?: number;
  /** Limit of a decompressed body. */
  readonly maxBytes?: number;
  readonly tls?: TlsFiles;
}

export const POLL_PROPERTIES = {
  url: { type: 'string', format: 'http-url', maxLength: 2048, description: 'What is asked for. Redirects are not followed.' },
  everySeconds: { type: 'number', minimum: 1, maximum: 86_400, description: 'From the beginning of one request to that of the next.' },
  headers: {
    type: 'object',
    maxProperties: 20,
    additionalProperties: { type: 'string', format: 'secret', minLength: 1, maxLength: 8192 },
    description: 'Sent with every request; secrets as ${env:NAME} or ${file:/path}.',
  },
  timeoutSeconds: { type: 'number', minimum: 1, maximum: 300, default: 30, description: 'For a whole answer.' },
  maxBytes: { type: 'integer', minimum: 1024, maximum: 268_435_456, default: 67_108_864, description: 'Of an answer, once inflated.' },
  tls: TLS_SCHEMA,
} as const;
