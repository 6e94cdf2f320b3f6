import { internalSettings } from '#identity/internal-settings.js';
import { databaseSettings, serviceSettings, topicSettings } from '#service/settings.js';
import { integer, type SettingsOf } from '#settings/settings.js';

/** The environment of the report service. */
export const settings = {
  ...serviceSettings(8086),
  ...topicSettings,
  ...databaseSettings('report', { default: 8, min: 4, max: 200 }),
  ...internalSettings,

  observationDays: integer(
    'OBSERVATION_DAYS',
    'how long the observations of each object are kept, by time of observation; this is also how far back ' +
      'late reports correct the totals and heatmaps reach',
    { default: 35, min: 8, max: 400 },
  ),
  reportDays: integer('REPORT_DAYS', 'how long the totals for reports are kept', { default: 400, min: 8, max: 3650 }),
  unitRecords: integer('UNIT_RECORDS', 'maximum number of records committed together', { default: 10_000, min: 1, max: 20_000 }),
  unitBytes: integer('UNIT_BYTES', 'maximum number of bytes of records committed together', {
    default: 8_388_608,
    min: 65_536,
    max: 67_108_864,
  }),
  unitLingerMs: integer(
    'UNIT_LINGER_MS',
    'how long the broker may wait for more records before it answers; 0 answers as soon as there is one',
    { default: 500, min: 0, max: 5000 },
  ),
  writeIntervalMs: integer(
    'WRITE_INTERVAL_MS',
    "how long observations may wait under load before they are written, so that an object's observations " +
      'form one row; after a crash they are read again',
    { default: 10_000, min: 0, max: 60_000 },
  ),
  stateCacheObjects: integer(
    'STATE_CACHE_OBJECTS',
    'objects (about 500 bytes each) whose newest observation is cached, a quarter of them while most would have left the cache ' +
      'before their next one; for others it is read from the database',
    { default: 100_000, min: 0, max: 5_000_000 },
  ),
  heatmapMinObjects: integer('HEATMAP_MIN_OBJECTS', 'heatmap cells with fewer objects than this are never shown', {
    default: 1,
    min: 1,
    max: 1000,
  }),
  heatmapMaxPositions: integer(
    'HEATMAP_MAX_POSITIONS',
    'maximum number of stored positions read for one heatmap with cells finer than resolution 8, or with ' +
      'aggregate=dwell; 500,000 take about a second',
    { default: 500_000, min: 1000, max: 10_000_000 },
  ),
};

export type Config = SettingsOf<typeof settings>;
