import { internalSettings } from '#identity/internal-settings.js';
import { databaseSettings, serviceSettings, topicSettings } from '#service/settings.js';
import { flag, integer, secret, type SettingsOf, text } from '#settings/settings.js';
import { networksSetting } from '../network/networks-setting.js';
import { portsSetting } from '../network/ports-setting.js';

/** The environment of the webhook service. */
export const settings = {
  ...serviceSettings(8084),
  ...topicSettings,
  ...databaseSettings('webhook', { default: 8, min: 2 }),
  ...internalSettings,
  keySecret: secret('KEY_SECRET', 'seals the secrets of webhooks in the database; at least 32 characters'),
  projectionUrl: text('PROJECTION_URL', 'address of the projection service', 'http://127.0.0.1:8082'),
  directoryUrl: text(
    'DIRECTORY_URL',
    'address of the directory service, asked whether a person may still administer webhooks',
    'http://127.0.0.1:8083',
  ),

  maxWebhooks: integer('MAX_WEBHOOKS', 'webhooks of a workspace, also where its plan limits none', { default: 100, min: 1, max: 10_000 }),
  maxHeld: integer(
    'MAX_HELD_WEBHOOKS',
    'webhooks that one instance works for at a time; each waits with a long poll. Where there are more, they take turns',
    { default: 500, min: 1, max: 100_000 },
  ),
  deliveriesAtATime: integer('DELIVERIES_AT_A_TIME', 'concurrent deliveries, of all workspaces', {
    default: 256,
    min: 1,
    max: 10_000,
  }),
  deliveriesOfAWorkspace: integer('DELIVERIES_OF_A_WORKSPACE', 'concurrent deliveries, of one workspace', {
    default: 8,
    min: 1,
    max: 1000,
  }),
  connectTimeoutMs: integer('CONNECT_TIMEOUT_MS', 'time to connect to a receiver, TLS included', { default: 5000, min: 50, max: 60_000 }),
  answerTimeoutMs: integer('ANSWER_TIMEOUT_MS', 'time for a receiver to answer a message, connecting included', {
    default: 15_000,
    min: 100,
    max: 120_000,
  }),
  retryFirstMs: integer(
    'RETRY_FIRST_MS',
    'bound of the pause after the first failure; it doubles with each, and the pause is random below it',
    { default: 10_000, min: 10, max: 3_600_000 },
  ),
  retryLongestSeconds: integer('RETRY_LONGEST_SECONDS', 'bound of every pause between attempts, also of Retry-After', {
    default: 7200,
    min: 1,
    max: 86_400,
  }),
  giveUpHours: integer('GIVE_UP_HOURS', 'how long a message is retried before its webhook is paused', {
    default: 72,
    min: 0,
    max: 720,
  }),
  secretGraceHours: integer('SECRET_GRACE_HOURS', 'how long a replaced secret signs together with the new one', {
    default: 24,
    min: 0,
    max: 720,
  }),
  logEntries: integer('DELIVERY_LOG_ENTRIES', 'attempts of each webhook that are kept', { default: 1000, min: 10, max: 100_000 }),
  logDays: integer('DELIVERY_LOG_DAYS', 'how long attempts are kept', { default: 14, min: 1, max: 365 }),
  leaseMs: integer('LEASE_MS', 'how soon another instance takes over the webhooks of a lost one', {
    default: 10_000,
    min: 500,
    max: 120_000,
  }),
  allowHttp: flag('ALLOW_HTTP', 'true: receivers may be reached by http, without TLS', false),
  allowedPorts: portsSetting,
  allowedNetworks: networksSetting,
};

export type Config = SettingsOf<typeof settings>;
