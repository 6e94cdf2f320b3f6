import { WORKSPACE_ID } from '#contracts/directory/workspace-id.js';
import type { SourceKind } from '../reading/source.js';
import { TLS_SCHEMA } from '../sources/connecting/tls-files.js';
import { SOURCES } from '../sources/sources.js';
import { SIZE } from './byte-size.js';
import { MAP_SCHEMA, SHAPE_SCHEMA } from './mapping-schemas.js';

type Schema = Readonly<Record<string, unknown>>;

const closed = (properties: Schema, more: Schema = {}): Schema => ({ type: 'object', additionalProperties: false, properties, ...more });

const GATEWAY = closed(
  {
    url: { type: 'string', format: 'http-url', description: 'The address of Waymark, as in https://waymark.example.' },
    workspace: { type: 'string', pattern: WORKSPACE_ID, description: 'The id of the workspace: 1 to 64 letters and digits.' },
    token: {
      type: 'string',
      format: 'secret',
      minLength: 1,
      description: 'A token of the workspace with the scope objects:write, as ${env:NAME} or ${file:/path}.',
    },
    maxElements: {
      type: 'integer',
      minimum: 1,
      maximum: 1000,
      default: 1000,
      description: 'Elements a call; fewer where the operator set less.',
    },
    tls: {
      ...TLS_SCHEMA,
      description:
        'Certificates of the connection to the gateway, each a PEM file: such as the authority of a proxy ' +
        'that opens TLS on its way. The name in the gateway’s certificate is always checked.',
    },
  },
  { required: ['url', 'workspace', 'token'] },
);

const QUEUE = closed(
  {
    folder: {
      type: 'string',
      minLength: 1,
      description: 'Where is kept what is not sent yet, on a disk of this machine. A relative path begins at the folder of this file.',
    },
    maxBytes: {
      type: ['integer', 'string'],
      minimum: 16 * 1024 * 1024,
      pattern: SIZE,
      default: '2GiB',
      description: 'The most that the folder takes on disk, as 2GiB, 500MB or a number of bytes; at least 16 MiB.',
    },
    whenFull: {
      enum: ['wait', 'drop-oldest'],
      default: 'wait',
      description:
        'wait: sources wait and ask their senders to wait. drop-oldest: drops the oldest unsent element; it is counted and logged.',
    },
    keepRefusedDays: {
      type: 'integer',
      minimum: 1,
      maximum: 365,
      default: 30,
      description: 'How long refused elements and messages kept apart can be looked at and replayed.',
    },
  },
  { required: ['folder'] },
);

const STATUS = closed({
  host: {
    type: 'string',
    minLength: 1,
    default: '127.0.0.1',
    description: 'Where the status page listens. Anyone who reaches it sees samples of the forwarded data.',
  },
  port: { type: 'integer', minimum: 0, maximum: 65_535, default: 8095, description: 'Its port; 0: any that is free.' },
});

/** Members that all kinds of source share. */
const COMMON: Schema = {
  name: {
    type: 'string',
    pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$',
    description: 'Its name in logs, figures and commands, unique in this file: letters, digits, - and _.',
  },
  kind: { type: 'string' },
  namespace: {
    type: 'string',
    maxLength: 128,
    pattern: '^[^\\p{Cc}]*$',
    description:
      'Put before every id with a colon, so that two sources never mean each other’s things. Default: the ' +
      'name. Empty: ids are sent as they are.',
  },
  map: MAP_SCHEMA,
  shape: SHAPE_SCHEMA,
  fields: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 128 },
    uniqueItems: true,
    maxItems: 1000,
    description: 'The fields that may be sent; without it all.',
  },
};

/** The complete schema of one kind of source. */
export function sourceSchema({ options }: SourceKind<never>): Schema {
  const required = ['name', 'kind', ...((options.required as string[] | undefined) ?? [])];
  return { ...options, required, properties: { ...COMMON, ...(options.properties as Schema) }, additionalProperties: false };
}

/** The JSON Schema (2020-12) of the agent's file: the common part, and for each kind of source its options. */
export function agentSchema(kinds: readonly SourceKind<never>[] = SOURCES): Schema {
  const kindOf = {
    type: 'string',
    enum: kinds.map(({ kind }) => kind),
    description: kinds.map(({ kind, summary }) => `${kind}: ${summary}`).join('\n'),
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Waymark agent',
    description: 'Which tracking systems an agent reads, and where it sends what they say (docs/agent.md).',
    ...closed(
      {
        gateway: { ...GATEWAY, description: 'Where everything is sent.' },
        queue: { ...QUEUE, description: 'What is kept on disk until it is sent.' },
        status: { ...STATUS, default: {}, description: 'The status page, health and figures.' },
        log: { ...closed({ level: { enum: ['debug', 'info', 'warn', 'error'], default: 'info' } }), default: {} },
        versionCheck: {
          ...closed(
            {
              url: {
                type: 'string',
                format: 'http-url',
                description: 'Answers with {"version": "1.2.3"}; asked once a day. It only informs.',
              },
            },
            { required: ['url'] },
          ),
        },
        sources: {
          type: 'array',
          minItems: 1,
          maxItems: 100,
          description: 'What is read.',
          items: {
            type: 'object',
            required: ['name', 'kind'],
            properties: { ...COMMON, kind: kindOf },
            allOf: kinds.map((kind) => ({
              if: { required: ['kind'], properties: { kind: { const: kind.kind } } },
              then: sourceSchema(kind),
            })),
          },
        },
      },
      { required: ['gateway', 'queue', 'sources'] },
    ),
  };
}
