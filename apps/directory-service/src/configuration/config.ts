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
    'encrypts the private signing keys in the database, and hides who gave which answer in anonymous polls; at least 32 characters',
  ),
  tokenIssuer: text('TOKEN_ISSUER', 'iss claim of issued tokens', 'waymark'),
  tokenAudience: text('TOKEN_AUDIENCE', 'aud claim of issued tokens', 'waymark'),
  keyActivationSeconds: integer('KEY_ACTIVATION_SECONDS', 'how long a new key is published before it is used for signing', {
    default: 60,
    min: 0,
    max: 86_400,
  }),
  keyRotationDays: integer('KEY_ROTATION_DAYS', 'age at which the signing key is replaced', { default: 90, min: 1, max: 3650 }),
  maxTokenDays: integer('MAX_TOKEN_DAYS', 'maximum lifetime of a machine token', { default: 366, min: 1, max: 3650 }),
  maxLiveTokens: integer('MAX_LIVE_TOKENS', "maximum number of a workspace's machine tokens that are neither revoked nor expired", {
    default: 1000,
    min: 1,
    max: 100_000,
  }),
  maxLiveShareLinks: integer('MAX_LIVE_SHARE_LINKS', "maximum number of a workspace's share links that are neither revoked nor expired", {
    default: 10_000,
    min: 1,
    max: 1_000_000,
  }),
  appUrl: text(
    'APP_URL',
    "address of the map app, for share links; `npm start` and compose set it to the gateway's port on localhost",
    'http://localhost:8080',
  ),
  deleteGraceDays: integer('DELETE_GRACE_DAYS', 'how long a deleted workspace can be restored', { default: 30, min: 0, max: 3650 }),
  accessTokenMinutes: integer('ACCESS_TOKEN_MINUTES', "lifetime of a person's access token, and of one issued for a share link's code", {
    default: 15,
    min: 1,
    max: 60,
  }),
  refreshIdleDays: integer('REFRESH_IDLE_DAYS', 'how long a refresh token may remain unused', { default: 30, min: 1, max: 365 }),
  refreshAbsoluteDays: integer('REFRESH_ABSOLUTE_DAYS', 'how long a login can be refreshed in total', { default: 90, min: 1, max: 3650 }),
  refreshGraceSeconds: integer(
    'REFRESH_GRACE_SECONDS',
    'how long a used refresh token returns the same successor again, in case the answer was lost',
    { default: 10, min: 0, max: 120 },
  ),
  passwordMemoryKib: integer('PASSWORD_MEMORY_KIB', 'memory of one argon2id hash; OWASP requires at least 19,456 with PASSWORD_PASSES 2', {
    default: 19_456,
    min: 7168,
    max: 1_048_576,
  }),
  passwordPasses: integer('PASSWORD_PASSES', 'passes of argon2id over its memory', { default: 2, min: 1, max: 20 }),
  passwordHashesAtATime: integer('PASSWORD_HASHES_AT_A_TIME', 'hashes computed concurrently, each with its own memory', {
    default: 2,
    min: 1,
    max: 64,
  }),
  passwordQueue: integer('PASSWORD_QUEUE', 'logins that may wait for a hash; more get 503', { default: 64, min: 0, max: 10_000 }),
  ...oidcSettings,
};

export type Config = SettingsOf<typeof settings>;
