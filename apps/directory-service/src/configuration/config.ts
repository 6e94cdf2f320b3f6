import { internalSettings } from '#identity/internal-settings.js';
import { brokerSettings } from '#kafka/connection/broker-settings.js';
import { databaseSettings, serviceSettings } from '#service/settings.js';
import { integer, secret, type SettingsOf, text } from '#settings/settings.js';
import { oidcSettings } from './oidc-settings.js';

/** The environment of the directory service. */
export const settings = {
  ...serviceSettings(8083),
  ...brokerSettings,
  topicPrefix: text('TOPIC_PREFIX', 'prefix of all topic and group names', ''),
  ...databaseSettings('directory', { default: 8, min: 2 }),
  ...internalSettings,
  keySecret: secret(
    'KEY_SECRET',
    'seals the private signing keys in the database, and keeps answers to anonymous polls from their people; at least 32 characters',
  ),
  tokenIssuer: text('TOKEN_ISSUER', 'claim iss of the tokens that are made', 'waymark'),
  tokenAudience: text('TOKEN_AUDIENCE', 'claim aud of the tokens that are made', 'waymark'),
  keyActivationSeconds: integer('KEY_ACTIVATION_SECONDS', 'how long a new key is published before it signs', {
    default: 60,
    min: 0,
    max: 86_400,
  }),
  keyRotationDays: integer('KEY_ROTATION_DAYS', 'age at which the signing key is replaced', { default: 90, min: 1, max: 3650 }),
  maxTokenDays: integer('MAX_TOKEN_DAYS', 'longest life of a machine token', { default: 366, min: 1, max: 3650 }),
  maxLiveTokens: integer('MAX_LIVE_TOKENS', 'machine tokens of a workspace that are neither revoked nor expired', {
    default: 1000,
    min: 1,
    max: 100_000,
  }),
  maxLiveShareLinks: integer('MAX_LIVE_SHARE_LINKS', 'share links of a workspace that are neither revoked nor expired', {
    default: 10_000,
    min: 1,
    max: 1_000_000,
  }),
  appUrl: text(
    'APP_URL',
    'address of the map app, for share links; `npm start` and compose set it to the port of the gateway on localhost',
    'http://localhost:8080',
  ),
  deleteGraceDays: integer('DELETE_GRACE_DAYS', 'how long a deleted workspace can be brought back', { default: 30, min: 0, max: 3650 }),
  accessTokenMinutes: integer('ACCESS_TOKEN_MINUTES', "how long an access token of a person, or of a share link's code, lives", {
    default: 15,
    min: 1,
    max: 60,
  }),
  refreshIdleDays: integer('REFRESH_IDLE_DAYS', 'how long a refresh token may lie unused', { default: 30, min: 1, max: 365 }),
  refreshAbsoluteDays: integer('REFRESH_ABSOLUTE_DAYS', 'how long a login can be refreshed at all', { default: 90, min: 1, max: 3650 }),
  refreshGraceSeconds: integer(
    'REFRESH_GRACE_SECONDS',
    'for how long a used refresh token gives the same successor again, when its answer was lost',
    { default: 10, min: 0, max: 120 },
  ),
  passwordMemoryKib: integer('PASSWORD_MEMORY_KIB', 'memory of one argon2id hash; OWASP asks for 19,456 with PASSWORD_PASSES 2 at least', {
    default: 19_456,
    min: 7168,
    max: 1_048_576,
  }),
  passwordPasses: integer('PASSWORD_PASSES', 'passes of argon2id over its memory', { default: 2, min: 1, max: 20 }),
  passwordHashesAtATime: integer('PASSWORD_HASHES_AT_A_TIME', 'hashes that are made at a time, each with its memory', {
    default: 2,
    min: 1,
    max: 64,
  }),
  passwordQueue: integer('PASSWORD_QUEUE', 'logins that may wait for a hash; more get 503', { default: 64, min: 0, max: 10_000 }),
  ...oidcSettings,
};

export type Config = SettingsOf<typeof settings>;
