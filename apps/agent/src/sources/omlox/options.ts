import type { ObjectSchema } from '../../reading/source.js';
import { TLS_SCHEMA, type TlsFiles } from '../connecting/tls-files.js';
import type { GivenZone } from './coordinates/zones.js';
import type { OmloxAuth } from './hub/tokens.js';

/** Options of a source of the kind `omlox`. */
export interface OmloxOptions {
  /** The hub with its base path: `https://hub.example/v2`, `https://hub.example/deephub/v1`. */
  readonly url: string;
  readonly auth?: OmloxAuth;
  /** Part of the ids of things without an `externalId`; default: the source's name. */
  readonly hub?: string;
  /** `locations` only for a hub without trackables: both together would deliver everything twice. Default: `motions`. */
  readonly use?: 'motions' | 'locations';
  readonly fences?: { readonly enabled: boolean; readonly field?: string };
  /** Members of `properties` that become fields of the same name. */
  readonly properties?: readonly string[];
  readonly zones?: readonly GivenZone[];
  /** For the hub and `auth.tokenUrl`. */
  readonly tls?: TlsFiles;
}

export const DEFAULT_FENCE_FIELD = 'fence';

const secret = (description: string): object => ({ type: 'string', format: 'secret', minLength: 1, description });

const AUTH_SCHEMA = {
  type: 'object',
  description: 'How the hub knows the agent. Default: it does not ask.',
  required: ['kind'],
  oneOf: [
    { type: 'object', additionalProperties: false, required: ['kind'], properties: { kind: { const: 'none' } } },
    {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'token'],
      properties: { kind: { const: 'token' }, token: secret('A bearer token (JWT), as ${env:NAME} or ${file:/path}.') },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'tokenUrl', 'clientId', 'clientSecret'],
      properties: {
        kind: { const: 'oauth2', description: 'Client credentials (RFC 6749, 4.4).' },
        tokenUrl: { type: 'string', format: 'http-url', maxLength: 2048, description: 'The token endpoint of the identity provider.' },
        clientId: { type: 'string', minLength: 1, maxLength: 256 },
        clientSecret: secret('As ${env:NAME} or ${file:/path}.'),
        scope: { type: 'string', minLength: 1, maxLength: 1024 },
      },
    },
  ],
};

export const OMLOX_SCHEMA: ObjectSchema = {
  type: 'object',
  required: ['url'],
  properties: {
    url: {
      type: 'string',
      format: 'http-url',
      maxLength: 2048,
      description: 'The hub with its base path, as https://hub.example/v2 or https://hub.example/deephub/v1; without user and password.',
    },
    auth: AUTH_SCHEMA,
    hub: {
      type: 'string',
      pattern: '^[A-Za-z0-9._-]{1,64}$',
      description:
        'Stands in the ids of things without an externalId of their own: omlox:<hub>:<trackable id>. Default: the name of the source.',
    },
    use: { enum: ['motions', 'locations'], default: 'motions', description: 'locations: only for a hub that has no trackables.' },
    fences: {
      type: 'object',
      additionalProperties: false,
      required: ['enabled'],
      description:
        'Entry and exit of fences as a Category field: the name of the fence that the thing entered last of ' +
        'those it is in; cleared when it is in none.',
      properties: { enabled: { type: 'boolean' }, field: { type: 'string', minLength: 1, maxLength: 128, default: DEFAULT_FENCE_FIELD } },
    },
    properties: {
      type: 'array',
      maxItems: 50,
      uniqueItems: true,
      items: { type: 'string', minLength: 1, maxLength: 128 },
      description: 'Members of properties that become fields. Default: none.',
    },
    zones: {
      type: 'array',
      maxItems: 1000,
      description: 'Ground control points for zones whose own the hub does not have.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['source', 'groundControlPoints'],
        properties: {
          source: {
            type: 'string',
            minLength: 1,
            maxLength: 256,
            description: 'The id or foreign id of the zone, as source of a location names it.',
          },
          groundControlPoints: {
            type: 'array',
            minItems: 6,
            maxItems: 2000,
            items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'number' } },
            description: '[lon, lat], [x, y] in turn; at least 3 of each, better 4, not in a line.',
          },
          floor: { type: 'number' },
        },
      },
    },
    tls: {
      ...TLS_SCHEMA,
      description:
        'Certificates for the hub, and for auth.tokenUrl, each a PEM file. The names in the certificates of ' +
        'the servers are always checked.',
    },
  },
};

export const OMLOX_EXAMPLE = `name: hall-3
kind: omlox
url: https://hub.example/v2
auth:
  kind: oauth2
  tokenUrl: https://id.example/realms/site/protocol/openid-connect/token
  clientId: waymark-agent
  clientSecret: \${env:HUB_CLIENT_SECRET}
fences:
  enabled: true
  field: area
properties: [battery, article]
`;
