import type { InternalTokens } from '#identity/internal-settings.js';
import { brokerSettings } from '#kafka/connection/broker-settings.js';
import { defaultInstanceId } from '#settings/instance-id.js';
import { choice, integer, secret, type Setting, type SettingsOf, text } from '#settings/settings.js';
import { LOG_LEVELS, type LogLevel } from '#telemetry/logger.js';

/** Settings of every service. @param defaultPort of its HTTP server */
export function serviceSettings(defaultPort: number) {
  return {
    host: text('HOST', 'address that the HTTP server listens on', '127.0.0.1'),
    port: integer('PORT', 'port of the HTTP server', { default: defaultPort, min: 0, max: 65_535 }),
    logLevel: choice('LOG_LEVEL', 'lowest severity that is logged', LOG_LEVELS, 'info') as Setting<LogLevel>,
    instanceId: text(
      'INSTANCE_ID',
      'name of this process in logs and consumer groups; no two running processes of a service may share one',
      defaultInstanceId,
    ),
  };
}

/** Settings of every service that reads or writes topics. */
export const topicSettings = {
  ...brokerSettings,
  topicPrefix: text('TOPIC_PREFIX', 'prefix of all topic and group names', ''),
  objectPartitions: integer('OBJECT_PARTITIONS', 'partitions of the object topics; cannot be changed later', {
    default: 6,
    min: 1,
    max: 1000,
  }),
};

/** Settings of every service with tables. @param schema default of DATABASE_SCHEMA @param pool bounds of DATABASE_POOL */
export function databaseSettings(schema: string, pool: { default: number; min: number; max?: number }) {
  return {
    databaseUrl: secret('DATABASE_URL', 'Postgres, postgres://user:password@host:port/database'),
    databaseSchema: text('DATABASE_SCHEMA', "schema of this service's tables", schema),
    databasePool: integer('DATABASE_POOL', 'maximum number of database connections', { max: 100, ...pool }),
  };
}

export type ServiceConfig = SettingsOf<ReturnType<typeof serviceSettings>> &
  InternalTokens & {
    /** Maximum duration of the shutdown; default 25 s. */
    shutdownTimeoutMs?: number;
  };
export type TopicConfig = SettingsOf<typeof topicSettings>;
export type DatabaseConfig = SettingsOf<ReturnType<typeof databaseSettings>>;
