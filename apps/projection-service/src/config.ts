import { internalSettings } from '#identity/internal-settings.js';
import { brokerSettings } from '#kafka/broker-settings.js';
import { defaultInstanceId } from '#settings/instance-id.js';
import { choice, integer, secret, type SettingsOf, text } from '#settings/settings.js';
import { LOG_LEVELS } from '#telemetry/logger.js';

/** The projection service's environment; read once, at the start. */
export const settings = {
  host: text('HOST', 'address to listen on', '127.0.0.1'),
  port: integer('PORT', 'port to listen on; 0 takes a free one', { default: 8082, min: 0, max: 65_535 }),
  logLevel: choice('LOG_LEVEL', 'least severe level that is logged', LOG_LEVELS, 'info'),
  instanceId: text('INSTANCE_ID', 'name of this copy of the service; each copy has its own', defaultInstanceId),

  ...brokerSettings,
  topicPrefix: text('TOPIC_PREFIX', 'prefix of all topic and group names', ''),
  objectPartitions: integer('OBJECT_PARTITIONS', 'partitions of the object topics; cannot be changed later', {
    default: 6,
    min: 1,
    max: 10_000,
  }),

  databaseUrl: secret('DATABASE_URL', 'postgres://user:password@host:port/database'),
  databaseReadUrl: secret(
    'DATABASE_READ_URL',
    'a replica of that database, which objects, lists and histories are read from; the feed and snapshots ' +
      'stay with DATABASE_URL. Empty: all is read there',
    '',
  ),
  databaseSchema: text(
    'DATABASE_SCHEMA',
    "schema of the service's tables; a rebuild also uses <schema>_next and <schema>_former",
    'projection',
  ),
  databasePool: integer('DATABASE_POOL', 'largest number of database connections', { default: 8, min: 2, max: 200 }),

  ...internalSettings,
  cursorSecret: secret('CURSOR_SECRET', 'signs the cursors of feeds and pages; the same for all copies'),

  historyRetentionDays: integer('HISTORY_RETENTION_DAYS', 'how long history is kept, by time of receipt', {
    default: 90,
    min: 1,
    max: 3650,
  }),
  feedRetentionDays: integer('FEED_RETENTION_DAYS', 'how long the changes feed is kept; older cursors get 410', {
    default: 7,
    min: 1,
    max: 90,
  }),
  rebuildKeptHours: integer(
    'REBUILD_KEPT_HOURS',
    'how long a rebuild keeps the projection that it replaced, for --undo, and one that it built and refused, for --accept-differences',
    { default: 24, min: 0, max: 720 },
  ),
  unitRecords: integer('UNIT_RECORDS', 'maximum number of events that are committed as one', { default: 800, min: 1, max: 20_000 }),
  unitBytes: integer('UNIT_BYTES', 'maximum number of bytes of events that are committed as one', {
    default: 2_097_152,
    min: 65_536,
    max: 67_108_864,
  }),
  unitLingerMs: integer('UNIT_LINGER_MS', 'wait for more events before a unit, while many come; 0 never waits', {
    default: 10,
    min: 0,
    max: 1000,
  }),
  stateCacheObjects: integer(
    'STATE_CACHE_OBJECTS',
    'newest states (of 512 characters each) that are remembered to fold events without reading them; 0 reads each',
    { default: 100_000, min: 0, max: 5_000_000 },
  ),
  exportSeconds: integer('EXPORT_SECONDS', 'how long an export of history may take', { default: 600, min: 1, max: 86_400 }),
  waitingReaders: integer('WAITING_READERS', 'long polls that wait and streams, at a time; more get 503', {
    default: 2000,
    min: 1,
    max: 100_000,
  }),
};

export type Config = SettingsOf<typeof settings>;
