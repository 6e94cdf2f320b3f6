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
  keySecret: secret('KEY_SECRET', 'encrypts the secrets of webhooks in the database; at least 32 characters'),
  projectionUrl: text('PROJECTION_URL', 'address of the projection service', 'http://127.0.0.1:8082'),
  directoryUrl: text(
    'DIRECTORY_URL',
    'address of the directory service, for checking whether a person may still administer webhooks',
    'http://127.0.0.1:8083',
  ),

  maxWebhooks: integer('MAX_WEBHOOKS', 'maximum number of webhooks in a workspace, even if its plan sets no limit', {
    default: 100,
    min: 1,
    max: 10_000,
  }),
  maxHeld: integer(
    'MAX_HELD_WEBHOOKS',
    'webhooks that one instance serves at a time, each with a long poll. If there are more, they take turns',
    { default: 500, min: 1, max: 100_000 },
  ),
  deliveriesAtATime: integer('DELIVERIES_AT_A_TIME', 'concurrent deliveries across all workspaces', {
    default: 256,
    min: 1,
    max: 10_000,
  }),
  deliveriesOfAWorkspace: integer('DELIVERIES_OF_A_WORKSPACE', 'concurrent deliveries for one workspace', {
    default: 8,
    min: 1,
    max: 1000,
  }),
  connectTimeoutMs: integer('CONNECT_TIMEOUT_MS', 'time to connect to a receiver, TLS included', { default: 5000, min: 50, max: 60_000 }),
  answerTimeoutMs: integer('ANSWER_TIMEOUT_MS', 'time for a receiver to answer a message, including the connection', {
    default: 15_000,
    min: 100,
    max: 120_000,
  }),
  retryFirstMs: integer(
    'RETRY_FIRST_MS',
    'maximum pause after the first failure; it doubles with each failure, and the actual pause is random below it',
    { default: 10_000, min: 10, max: 3_600_000 },
  ),
  retryLongestSeconds: integer('RETRY_LONGEST_SECONDS', 'maximum pause between attempts, also for Retry-After', {
    default: 7200,
    min: 1,
    max: 86_400,
  }),
  giveUpHours: integer('GIVE_UP_HOURS', 'how long a message is retried before its webhook is paused', {
    default: 72,
    min: 0,
    max: 720,
  }),
  secretGraceHours: integer('SECRET_GRACE_HOURS', 'how long messages are signed with the replaced secret as well as the new one', {
    default: 24,
    min: 0,
    max: 720,
  }),
  logEntries: integer('DELIVERY_LOG_ENTRIES', 'number of delivery attempts kept per webhook', { default: 1000, min: 10, max: 100_000 }),
  logDays: integer('DELIVERY_LOG_DAYS', 'how long delivery attempts are kept', { default: 14, min: 1, max: 365 }),
  leaseMs: integer('LEASE_MS', 'how soon another instance takes over the webhooks of a lost one', {
    default: 10_000,
    min: 500,
    max: 120_000,
  }),
  allowHttp: flag('ALLOW_HTTP', 'true: allow receivers with http, without TLS', false),
  allowedPorts: portsSetting,
  allowedNetworks: networksSetting,
};

export type Config = SettingsOf<typeof settings>;
