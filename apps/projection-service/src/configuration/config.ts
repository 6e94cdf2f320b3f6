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
    'replica of that database for reading objects, lists and histories; the feed and snapshots ' +
      'use DATABASE_URL. Empty: everything uses DATABASE_URL',
    '',
  ),
  ...internalSettings,
  cursorSecret: secret('CURSOR_SECRET', 'key for signing the cursors of feeds and pages; the same for all copies'),

  historyRetentionDays: integer('HISTORY_RETENTION_DAYS', 'how long history is kept, by time of receipt', {
    default: 90,
    min: 1,
    max: 3650,
  }),
  feedRetentionDays: integer('FEED_RETENTION_DAYS', 'how long the change feed is kept; older cursors get 410', {
    default: 7,
    min: 1,
    max: 90,
  }),
  rebuildKeptHours: integer(
    'REBUILD_KEPT_HOURS',
    'how long a rebuild keeps the replaced projection, for --undo, and a new one that was not swapped in, for --accept-differences',
    { default: 24, min: 0, max: 720 },
  ),
  unitRecords: integer('UNIT_RECORDS', 'maximum number of events committed together', { default: 800, min: 1, max: 20_000 }),
  unitBytes: integer('UNIT_BYTES', 'maximum number of bytes of events committed together', {
    default: 2_097_152,
    min: 65_536,
    max: 67_108_864,
  }),
  unitLingerMs: integer('UNIT_LINGER_MS', 'under load, how long to wait for more events before processing a unit; 0 does not wait', {
    default: 10,
    min: 0,
    max: 1000,
  }),
  stateCacheObjects: integer(
    'STATE_CACHE_OBJECTS',
    'newest states (of 512 characters each) that are cached for applying events without reading them; a quarter of them while most ' +
      'objects would have left the cache before their next event; 0 reads each',
    { default: 100_000, min: 0, max: 5_000_000 },
  ),
  exportSeconds: integer('EXPORT_SECONDS', 'time limit for a history export', { default: 600, min: 1, max: 86_400 }),
  waitingReaders: integer('WAITING_READERS', 'concurrent waiting long polls and streams; more get 503', {
    default: 2000,
    min: 1,
    max: 100_000,
  }),
};

export type Config = SettingsOf<typeof settings>;
