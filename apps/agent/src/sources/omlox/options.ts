import { type Static, Type } from 'typebox';
import { tlsSchema } from '../connecting/tls-files.js';
import { GIVEN_ZONE_SCHEMA } from './coordinates/zones.js';
import { AUTH_SCHEMA } from './hub/tokens.js';

export const DEFAULT_FENCE_FIELD = 'fence';

/** Options of a source of the kind `omlox`. */
export const OMLOX_SCHEMA = Type.Object({
  url: Type.String({
    format: 'http-url',
    maxLength: 2048,
    description: 'The hub with its base path, as https://hub.example/v2 or https://hub.example/deephub/v1; without user and password.',
  }),
  auth: Type.Optional(AUTH_SCHEMA),
  hub: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._-]{1,64}$',
      description:
        'Stands in the ids of things without an externalId of their own: omlox:<hub>:<trackable id>. Default: the name of the source.',
    }),
  ),
  /** Not both: together they would deliver everything twice. */
  use: Type.Optional(
    Type.Enum(['motions', 'locations'], { default: 'motions', description: 'locations: only for a hub that has no trackables.' }),
  ),
  fences: Type.Optional(
    Type.Object(
      {
        enabled: Type.Boolean(),
        field: Type.Optional(Type.String({ minLength: 1, maxLength: 128, default: DEFAULT_FENCE_FIELD })),
      },
      {
        additionalProperties: false,
        description:
          'Entry and exit of fences as a Category field: the name of the fence that the thing entered last of ' +
          'those it is in; cleared when it is in none.',
      },
    ),
  ),
  properties: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
      maxItems: 50,
      uniqueItems: true,
      description: 'Members of properties that become fields. Default: none.',
    }),
  ),
  zones: Type.Optional(
    Type.Array(GIVEN_ZONE_SCHEMA, { maxItems: 1000, description: 'Ground control points for zones whose own the hub does not have.' }),
  ),
  tls: Type.Optional(
    tlsSchema(
      'Certificates for the hub, and for auth.tokenUrl, each a PEM file. The names in the certificates of ' +
        'the servers are always checked.',
    ),
  ),
});
export type OmloxOptions = Static<typeof OMLOX_SCHEMA>;

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
