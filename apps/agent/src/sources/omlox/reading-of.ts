import type { Reading, ReadingField } from '../../reading/reading.js';
import { finiteOf, instantOf, isPrintable, type JsonObject, objectOf, textOf } from '../reading-parts/json-values.js';
import { within } from '../reading-parts/within.js';
import type { Place } from './coordinates/place-of.js';
import type { Trackable } from './trackables.js';

const MAX_TITLE = 256;
const MAX_VALUE = 4096;
const MAX_CATEGORY = 128;

/** A Location's time: undefined when it is missing, `null` when it is not an instant. */
export function observedAtOf(location: JsonObject): number | undefined | null {
  const timestamp = location.timestamp_generated ?? location.timestamp_sent;
  return timestamp === undefined || timestamp === null ? undefined : (instantOf(timestamp) ?? null);
}

/**
 * The reading of a Location (docs/agent.md lists its members): title, time, position, floor, accuracy, speed and heading (`course`), with
 * the fields `floor`, `accuracy`, `speed` (m/s) and `provider_type`, and the allowed properties. A title or value that the gateway would
 * refuse is left out, so that the position is not lost with it.
 */
export function readingOf(
  id: string,
  externalId: string,
  trackable: Trackable | undefined,
  location: JsonObject,
  place: Place,
  allowed: readonly string[],
): Reading {
  const observedAt = observedAtOf(location);
  const accuracy = within(location.accuracy);
  const floor = finiteOf(location.floor) ?? place.zoneFloor;
  const speed = within(location.speed);
  const heading = within(location.course, 360);
  const provider = textOf(location.provider_type);
  const { lat, lon, alt } = place;
  return {
    id,
    externalId,
    ...(trackable?.name !== undefined && isPrintable(trackable.name, MAX_TITLE) && { title: trackable.name }),
    ...(typeof observedAt === 'number' && { observedAt }),
    position: { lat, lon, ...(alt !== undefined && { alt }) },
    ...(accuracy !== undefined && { accuracy }),
    ...(heading !== undefined && { heading }),
    ...(speed !== undefined && { speed }),
    ...(floor !== undefined && { floor }),
    fields: {
      ...propertyFields(objectOf(location.properties), allowed),
      ...propertyFields(trackable?.properties, allowed),
      ...(floor !== undefined && { floor: { type: 'Number', value: floor } }),
      ...(accuracy !== undefined && { accuracy: { type: 'Number', value: accuracy } }),
      ...(speed !== undefined && { speed: { type: 'Number', value: speed } }),
      ...(provider !== undefined && isPrintable(provider, MAX_CATEGORY) && { provider_type: { type: 'Category', value: provider } }),
    },
  };
}

function propertyFields(properties: JsonObject | undefined, allowed: readonly string[]): Record<string, ReadingField> {
  const fields: Record<string, ReadingField> = {};
  for (const name of properties ? allowed : []) {
    const value = Object.hasOwn(properties!, name) ? properties![name] : undefined;
    const field = fieldOf(value);
    if (field !== undefined) fields[name] = field;
  }
  return fields;
}

function fieldOf(value: unknown): ReadingField | undefined {
  if (value === null) return { type: 'String', value: null };
  if (typeof value === 'boolean') return { type: 'String', value: String(value) };
  if (typeof value === 'number') return Number.isFinite(value) ? { type: 'Number', value } : undefined;
  return typeof value === 'string' && isPrintable(value, MAX_VALUE) ? { type: 'String', value } : undefined;
}
