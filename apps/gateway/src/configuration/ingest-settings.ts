import type { ElementLimits } from '#contracts/dto/element-limits.js';
import { integer, type SettingsOf } from '#settings/settings.js';

const MiB = 1024 * 1024;
const characters = (env: string, of: string, max: number) =>
  integer(env, `maximum number of characters of ${of}`, { default: max, min: 1, max: 65_536 });

/** The gateway's settings for accepting updates. */
export const ingestSettings = {
  maxBodyBytes: integer('MAX_BODY_BYTES', 'maximum body of an update, also after decompression; larger ones get 413', {
    default: 4 * MiB,
    min: 1024,
    max: 4 * MiB,
  }),
  maxPictureBytes: integer(
    'MAX_PICTURE_BYTES',
    "maximum file size of an object's picture; larger ones get 413. The object service has the same setting",
    { default: MiB / 2, min: 1024, max: 4 * MiB },
  ),
  maxElements: integer('MAX_ELEMENTS', 'maximum number of elements in one call', { default: 1000, min: 1, max: 10_000 }),
  maxExternalIdCharacters: integer('MAX_EXTERNAL_ID_CHARACTERS', 'maximum number of characters of an externalId', {
    default: 256,
    min: 1,
    max: 256,
  }),
  maxFieldNameCharacters: characters('MAX_FIELD_NAME_CHARACTERS', "a field's name", 128),
  maxFieldsPerElement: integer('MAX_FIELDS_PER_ELEMENT', 'maximum number of fieldValues in one element', { default: 64, min: 1, max: 512 }),
  maxStringValueCharacters: characters('MAX_STRING_VALUE_CHARACTERS', 'a String value', 4096),
  maxTitleCharacters: characters('MAX_TITLE_CHARACTERS', 'a title', 256),
  maxCallsInFlight: integer('MAX_CALLS_IN_FLIGHT', 'concurrent update calls, including waiting ones; more get 503 immediately', {
    default: 2000,
    min: 1,
    max: 100_000,
  }),
  maxBytesInFlight: integer('MAX_BYTES_IN_FLIGHT', 'total body size of those calls in bytes; more get 503 immediately', {
    default: 64 * MiB,
    min: 8 * MiB,
    max: 4096 * MiB,
  }),
  maxQueuedBytes: integer('MAX_QUEUED_BYTES', 'bytes that may wait for the broker; more get 503 immediately', {
    default: 64 * MiB,
    min: 8 * MiB,
    max: 4096 * MiB,
  }),
  sendTimeoutMs: integer('SEND_TIMEOUT_MS', 'time for the broker to acknowledge; then 503', { default: 5000, min: 100, max: 30_000 }),
  defaultWaitSeconds: integer(
    'DEFAULT_WAIT_SECONDS',
    'how long a call waits for its outcomes, unless Prefer sets another time; then it is answered 202',
    { default: 5, min: 0, max: 30 },
  ),
  maxForeignClashes: integer(
    'MAX_FOREIGN_CLASHES',
    'how many times per minute, across all gateways, a token may learn that an object belongs to another workspace; then its calls get 429',
    { default: 1000, min: 1, max: 1_000_000_000 },
  ),
  lookupConnections: integer('LOOKUP_CONNECTIONS', 'maximum number of connections to the object service for lookups and idempotency keys', {
    default: 32,
    min: 1,
    max: 1000,
  }),
  lookupTimeoutMs: integer('LOOKUP_TIMEOUT_MS', 'time for the object service to answer', { default: 2000, min: 100, max: 30_000 }),
};

/** The sizes of an element that this installation has set. */
export function elementLimitsOf(config: SettingsOf<typeof ingestSettings>): Partial<ElementLimits> {
  return {
    externalId: config.maxExternalIdCharacters,
    fieldName: config.maxFieldNameCharacters,
    fieldsPerElement: config.maxFieldsPerElement,
    stringValue: config.maxStringValueCharacters,
    title: config.maxTitleCharacters,
  };
}
