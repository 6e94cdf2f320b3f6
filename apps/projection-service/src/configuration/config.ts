import { internalSettings } from '#identity/internal-settings.js';
import { databaseSettings, serviceSettings, topicSettings } from '#service/settings.js';
import { integer, secret, type SettingsOf, text } from '#settings/settings.js';

/** The environment of the projection service. */
export const settings = {
  ...serviceSettings(8082),
  ...topicSettings,
  ...databaseSettings('projection', { default: 8, min: 2, max: 200 }),
  databaseSchema: text(
    'DATABASE_SCHEMA',
    "schema of the service's tables; a rebuild also uses <schema>_next and <schema>_former",
    'projection',
  ),
  databaseReadUrl: secret(
    'DATABASE_READ_URL',
    'a replica of that database, which objects, lists and histories are read from; the feed and snapshots ' +
      'stay with DATABASE_URL. Empty: all is read there',
    '',
  ),
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
