import { internalSettings } from '#identity/internal-settings.js';
import { outboxSettings } from '#postgres/outbox-settings.js';
import { databaseSettings, serviceSettings, topicSettings } from '#service/settings.js';
import { integer, type SettingsOf } from '#settings/settings.js';

/** The environment of the area service. */
export const settings = {
  ...serviceSettings(8085),
  ...topicSettings,
  ...databaseSettings('area', { default: 8, min: 5 }),
  ...internalSettings,
  maxAreas: integer('MAX_AREAS', 'areas of a workspace', { default: 100_000, min: 1, max: 1_000_000 }),
  maxAreasAtAPlace: integer(
    'MAX_AREAS_AT_A_PLACE',
    "maximum number of a workspace's areas whose bounding boxes overlap at one place; each report there is checked against all of them",
    { default: 100, min: 1, max: 10_000 },
  ),
  lateReports: integer(
    'LATE_REPORTS',
    "number of an object's newest reports kept for evaluating late ones; a report older than all of them changes no event",
    { default: 12, min: 3, max: 256 },
  ),
  lateSeconds: integer('LATE_SECONDS', "maximum age of these reports, relative to the object's newest report", {
    default: 3600,
    min: 10,
    max: 604_800,
  }),
  visitRetentionDays: integer('VISIT_RETENTION_DAYS', 'how long visits are kept after their end', { default: 90, min: 1, max: 3650 }),
  cachedTracks: integer('CACHED_TRACKS', 'objects whose newest reports are cached between units; 0 reads each from the database', {
    default: 100_000,
    min: 0,
    max: 5_000_000,
  }),
  writeIntervalMs: integer(
    'WRITE_INTERVAL_MS',
    'how long reports that cause no event may stay unwritten; after a crash they are evaluated again',
    { default: 30_000, min: 0, max: 60_000 },
  ),
  ...outboxSettings,
  dueIntervalMs: integer(
    'DUE_INTERVAL_MS',
    'how often the service checks for events that are due without a new report, and for changed areas',
    {
      default: 500,
      min: 20,
      max: 60_000,
    },
  ),
  unitRecords: integer('UNIT_RECORDS', 'maximum number of events committed together', { default: 10_000, min: 1, max: 20_000 }),
  unitBytes: integer('UNIT_BYTES', 'maximum number of bytes of events committed together', {
    default: 8_388_608,
    min: 65_536,
    max: 67_108_864,
  }),
  unitLingerMs: integer('UNIT_LINGER_MS', 'under load, how long to wait for more events before processing a unit; 0 does not wait', {
    default: 250,
    min: 0,
    max: 1000,
  }),
};

export type Config = SettingsOf<typeof settings>;
