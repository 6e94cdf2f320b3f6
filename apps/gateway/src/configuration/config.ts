import { type ForeignIssuer, parseForeignIssuers } from '#identity/foreign-issuer.js';
import { addresses } from '#kafka/connection/broker-settings.js';
import { serviceSettings, topicSettings } from '#service/settings.js';
import { integer, list, secret, type Setting, type SettingsOf, text } from '#settings/settings.js';
import { appSettings } from './app-settings.js';
import { ingestSettings } from './ingest-settings.js';
import { limitSettings } from './limit-settings.js';

/** Checked by name and claim, so that a wrong setting fails at startup and not when a client sends a token. */
const foreignIssuers: Setting<readonly ForeignIssuer[]> = {
  env: 'FOREIGN_ISSUERS',
  doc: 'other issuers whose access tokens are accepted: a JSON array, or a file that contains one; see docs/operations.md',
  default: '',
  secret: false,
  parse: (text) => parseForeignIssuers(text),
};

/** The gateway's environment; read once, at the start. */
export const settings = {
  ...serviceSettings(8080),
  ...topicSettings,
  consumerBrokers: addresses(
    list(
      'CONSUMER_BROKERS',
      'host:port of the brokers for consumers of the public topics, comma-separated, shown by GET /asyncapi.json; ' +
        'empty: it shows KAFKA_BROKERS, to operators only',
      '',
    ),
  ),
  replyPartitions: integer('REPLY_PARTITIONS', 'partitions of object.outcomes', { default: 16, min: 1, max: 1000 }),

  internalToken: secret('INTERNAL_TOKEN', 'shared by the services, sent as x-waymark-internal'),
  operationIdSecret: secret('OPERATION_ID_SECRET', 'key for signing operation ids; the same for all gateways'),
  tokenIssuer: text('TOKEN_ISSUER', 'iss claim that a token must have', 'waymark'),
  tokenAudience: text('TOKEN_AUDIENCE', 'aud claim that a token must have', 'waymark'),
  tokenClockSkewSeconds: integer('TOKEN_CLOCK_SKEW_SECONDS', 'tolerated clock difference when exp and nbf are checked', {
    default: 30,
    min: 0,
    max: 60,
  }),
  tokenCacheEntries: integer('TOKEN_CACHE_ENTRIES', 'number of verified tokens that are cached', {
    default: 10_000,
    min: 1,
    max: 1_000_000,
  }),
  foreignIssuers,

  objectServiceUrl: text('OBJECT_SERVICE_URL', 'address of the object service', 'http://127.0.0.1:8081'),
  projectionUrl: text('PROJECTION_URL', 'address of the projection service', 'http://127.0.0.1:8082'),
  directoryUrl: text('DIRECTORY_URL', 'address of the directory service', 'http://127.0.0.1:8083'),
  webhookUrl: text('WEBHOOK_URL', 'address of the webhook service', 'http://127.0.0.1:8084'),
  reportUrl: text('REPORT_URL', 'address of the report service', 'http://127.0.0.1:8086'),
  reportConnections: integer('REPORT_CONNECTIONS', 'maximum number of connections to the report service', {
    default: 16,
    min: 1,
    max: 10_000,
  }),
  reportTimeoutMs: integer('REPORT_TIMEOUT_MS', 'time limit for a report', { default: 30_000, min: 100, max: 120_000 }),
  areaUrl: text('AREA_URL', 'address of the area service', 'http://127.0.0.1:8085'),
  readConnections: integer('READ_CONNECTIONS', 'maximum number of connections to the projection for reads', {
    default: 64,
    min: 1,
    max: 10_000,
  }),
  readQueue: integer('READ_QUEUE', 'reads that may wait for a connection; more get 503', { default: 256, min: 0, max: 100_000 }),
  feedConnections: integer('FEED_CONNECTIONS', 'concurrent feed requests, including long polls and streams; more get 503', {
    default: 2000,
    min: 1,
    max: 100_000,
  }),
  readTimeoutMs: integer('READ_TIMEOUT_MS', "how long the projection may take to answer, on top of a long poll's wait", {
    default: 10_000,
    min: 100,
    max: 120_000,
  }),

  tokenUseSeconds: integer('TOKEN_USE_SECONDS', 'how often gateways report to the directory when tokens were last used', {
    default: 60,
    min: 1,
    max: 3600,
  }),
  accessLogLines: integer(
    'ACCESS_LOG_LINES',
    'access log lines that may wait for the broker, averaging 640 characters; more are dropped and counted',
    { default: 50_000, min: 0, max: 10_000_000 },
  ),

  metricsToken: secret(
    'METRICS_TOKEN',
    'token that GET /metrics requires as Authorization: Bearer …; empty: none, for a gateway whose /metrics cannot be reached from outside',
    '',
  ),
  trustedProxies: list(
    'TRUSTED_PROXIES',
    'addresses or networks (10.0.0.0/8) of reverse proxies whose X-Forwarded-For is trusted; empty: none',
    '',
  ),
  maxConnections: integer('MAX_CONNECTIONS', 'concurrent connections; more are closed immediately', {
    default: 16_384,
    min: 1,
    max: 1_000_000,
  }),
  maxHeaderBytes: integer('MAX_HEADER_BYTES', "maximum size of a request's address and headers; larger ones get 431", {
    default: 32_768,
    min: 1024,
    max: 1_048_576,
  }),
  headersTimeoutMs: integer(
    'HEADERS_TIMEOUT_MS',
    'time for the headers of a request to arrive; then 408, without an answer if nothing has arrived',
    {
      default: 10_000,
      min: 100,
      max: 300_000,
    },
  ),
  requestTimeoutMs: integer('REQUEST_TIMEOUT_MS', 'time for a complete request to arrive; then 408', {
    default: 30_000,
    min: 100,
    max: 600_000,
  }),
  keepAliveTimeoutMs: integer('KEEP_ALIVE_TIMEOUT_MS', 'how long an idle connection is kept', { default: 65_000, min: 100, max: 600_000 }),
  shutdownTimeoutMs: integer('SHUTDOWN_TIMEOUT_MS', 'time to finish running requests at shutdown', {
    default: 20_000,
    min: 100,
    max: 300_000,
  }),
  ...ingestSettings,
  ...limitSettings,
  ...appSettings,
};

export type Config = SettingsOf<typeof settings>;
