import { type Static, Type } from 'typebox';
import { WORKSPACE_ID } from '#contracts/directory/workspace-id.js';
import { secret } from '../reading/schema-parts.js';
import { tlsSchema } from '../sources/connecting/tls-files.js';
import { SIZE } from './byte-size.js';
import { MAP_SCHEMA, SHAPE_SCHEMA } from './mapping-schemas.js';

const closed = { additionalProperties: false };

export const GATEWAY_SCHEMA = Type.Object(
  {
    url: Type.String({ format: 'http-url', description: 'The address of Waymark, as in https://waymark.example.' }),
    workspace: Type.String({ pattern: WORKSPACE_ID, description: 'The id of the workspace: 1 to 64 letters and digits.' }),
    token: secret({
      minLength: 1,
      description: 'A token of the workspace with the scope objects:write, as ${env:NAME} or ${file:/path}.',
    }),
    maxElements: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, default: 1000, description: 'Elements a call; fewer where the operator set less.' }),
    ),
    tls: Type.Optional(
      tlsSchema(
        'Certificates of the connection to the gateway, each a PEM file: such as the authority of a proxy ' +
          'that opens TLS on its way. The name in the gateway’s certificate is always checked.',
      ),
    ),
  },
  { ...closed, description: 'Where everything is sent.' },
);

export const QUEUE_SCHEMA = Type.Object(
  {
    folder: Type.String({
      minLength: 1,
      description: 'Where is kept what is not sent yet, on a disk of this machine. A relative path begins at the folder of this file.',
    }),
    maxBytes: Type.Optional(
      Type.Unsafe<number | string>({
        type: ['integer', 'string'],
        minimum: 16 * 1024 * 1024,
        pattern: SIZE,
        default: '2GiB',
        description: 'The most that the folder takes on disk, as 2GiB, 500MB or a number of bytes; at least 16 MiB.',
      }),
    ),
    whenFull: Type.Optional(
      Type.Enum(['wait', 'drop-oldest'], {
        default: 'wait',
        description:
          'wait: sources wait and ask their senders to wait. drop-oldest: drops the oldest unsent element; it is counted and logged.',
      }),
    ),
    keepRefusedDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 365,
        default: 30,
        description: 'How long refused elements and messages kept apart can be looked at and replayed.',
      }),
    ),
  },
  { ...closed, description: 'What is kept on disk until it is sent.' },
);

export const STATUS_SCHEMA = Type.Object(
  {
    host: Type.Optional(
      Type.String({
        minLength: 1,
        default: '127.0.0.1',
        description: 'Where the status page listens. Anyone who reaches it sees samples of the forwarded data.',
      }),
    ),
    port: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535, default: 8095, description: 'Its port; 0: any that is free.' })),
  },
  { ...closed, default: {}, description: 'The status page, health and figures.' },
);

export const LOG_SCHEMA = Type.Object(
  { level: Type.Optional(Type.Enum(['debug', 'info', 'warn', 'error'], { default: 'info' })) },
  { ...closed, default: {} },
);

export const VERSION_CHECK_SCHEMA = Type.Object(
  {
    url: Type.String({ format: 'http-url', description: 'Answers with {"version": "1.2.3"}; asked once a day. It only informs.' }),
  },
  closed,
);

/** Members that all kinds of source share. */
export const COMMON_SCHEMA = Type.Object({
  name: Type.String({
    pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$',
    description: 'Its name in logs, figures and commands, unique in this file: letters, digits, - and _.',
  }),
  kind: Type.String(),
  namespace: Type.Optional(
    Type.String({
      maxLength: 128,
      pattern: '^[^\\p{Cc}]*$',
      description:
        'Put before every id with a colon, so that two sources never mean each other’s things. Default: the ' +
        'name. Empty: ids are sent as they are.',
    }),
  ),
  map: Type.Optional(MAP_SCHEMA),
  shape: Type.Optional(SHAPE_SCHEMA),
  fields: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      uniqueItems: true,
      maxItems: 1000,
      description: 'The fields that may be sent; without it all.',
    }),
  ),
});

// The members of a validated file. Those with a default are always present, because validation fills them in.
export type GatewayMembers = Static<typeof GATEWAY_SCHEMA> & { maxElements: number };
export type QueueMembers = Required<Static<typeof QUEUE_SCHEMA>>;
export type StatusMembers = Required<Static<typeof STATUS_SCHEMA>>;
export type LogMembers = Required<Static<typeof LOG_SCHEMA>>;
export type VersionCheckMembers = Static<typeof VERSION_CHECK_SCHEMA>;
export type SourceMembers = Static<typeof COMMON_SCHEMA>;
