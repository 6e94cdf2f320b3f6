import { internalSettings } from '#identity/internal-settings.js';
import { outboxSettings } from '#postgres/outbox-settings.js';
import { databaseSettings, serviceSettings, topicSettings } from '#service/settings.js';
import { integer, type SettingsOf, text } from '#settings/settings.js';

/** The environment of the object service. */
export const settings = {
  ...serviceSettings(8081),
  ...topicSettings,
  replyPartitions: integer('REPLY_PARTITIONS', 'partitions of the outcomes topic', { default: 16, min: 1, max: 1000 }),
  ...databaseSettings('objects', { default: 8, min: 2 }),
  ...internalSettings,
  stateIntervalMs: integer('STATE_INTERVAL_MS', "minimum time in milliseconds between an object's records on object.state", {
    default: 5000,
    min: 50,
    max: 600_000,
  }),
  ...outboxSettings,
  cachedObjects: integer(
    'CACHED_OBJECTS',
    'newest states (of 512 characters each) that are cached between units; a quarter of them while most objects would have left ' +
      'the cache before their next update; 0 reads each from the database',
    { default: 100_000, min: 0, max: 10_000_000 },
  ),
  maxUnitRecords: integer('MAX_UNIT_RECORDS', 'maximum number of command records in one unit of work', {
    default: 500,
    min: 1,
    max: 10_000,
  }),
  unitLingerMs: integer('UNIT_LINGER_MS', 'under load, how long to wait for more records before processing a unit; 0 does not wait', {
    default: 3,
    min: 0,
    max: 1000,
  }),
  erasuresPerSecond: integer(
    'ERASURES_PER_SECOND',
    'maximum number of objects erased per second, for deleted workspaces and by retention',
    {
      default: 1000,
      min: 1,
      max: 100_000,
    },
  ),
  erasureRecord: text(
    'ERASURE_RECORD',
    'file that lists erased objects and deleted workspaces, so that `waymark restore` can erase them again; one per instance; empty: none',
    '',
  ),
  staleLookMinutes: integer(
    'STALE_LOOK_MINUTES',
    'how often the service looks for inactive objects to erase (eraseAfterDays of a workspace); each search reads the whole table',
    { default: 360, min: 1, max: 10_080 },
  ),
  maxPictureBytes: integer(
    'MAX_PICTURE_BYTES',
    "maximum file size of an object's picture; larger ones get 413. The gateway has the same setting",
    {
      default: 524_288,
      min: 1024,
      max: 4_194_304,
    },
  ),
  maxPicturePixels: integer('MAX_PICTURE_PIXELS', 'maximum width and height of a picture in pixels', {
    default: 4096,
    min: 16,
    max: 16_383,
  }),
  workspacePictureBytes: integer(
    'WORKSPACE_PICTURE_BYTES',
    "maximum total size of a workspace's pictures in bytes, including those replaced within the last day",
    { default: 1_073_741_824, min: 0, max: 1_099_511_627_776 },
  ),
  maxUnitBytes: integer('MAX_UNIT_BYTES', 'maximum number of bytes of command records in one unit of work', {
    default: 196_608,
    min: 65_536,
    max: 2_097_152,
  }),
};

export type Config = SettingsOf<typeof settings>;
