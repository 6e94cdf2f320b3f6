import type { Schemas } from '../api/api.js';
import type { ObjectFeature } from './object-features.js';

/** An object at a moment in the past: its position and type. Title and icon are the current ones, because history has none. */
export interface ObjectThen {
  externalId: string;
  title?: string;
  type?: string;
  icon?: string;
  position: Omit<Schemas['PastPosition'], 'externalId' | 'type' | 'ageSeconds'>;
}

/** The past as shown on the map. */
export interface Moment {
  /** Milliseconds since the epoch. */
  at: number;
  objects: readonly ObjectThen[];
  /** False if there were more objects in view than are shown. */
  whole: boolean;
}

export function objectThen(
  { externalId, type, ageSeconds: _ageSeconds, ...position }: Schemas['PastPosition'],
  called: { title?: string; icon?: string } = {},
): ObjectThen {
  const { title, icon } = called;
  return {
    externalId,
    ...(title !== undefined && { title }),
    ...(type !== undefined && { type }),
    ...(icon !== undefined && { icon }),
    position,
  };
}

export function featureThen({ externalId, title = '', type = '', icon, position }: ObjectThen): ObjectFeature {
  const { lat, lon, observedAt, floor } = position;
  return {
    type: 'Feature',
    id: externalId,
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: {
      id: externalId,
      title,
      type,
      ...(icon !== undefined && { icon }),
      observedAt: Math.floor(Date.parse(observedAt) / 1000),
      ...(floor !== undefined && { floor: String(floor) }),
    },
  };
}

/** Objects at a share of the way between two moments: they glide from their reports at the first moment to those at the second. */
export function between(before: readonly ObjectThen[], after: readonly ObjectThen[], share: number): ObjectThen[] {
  const next = new Map(after.map((object) => [object.externalId, object]));
  return before.map((object) => {
    const there = next.get(object.externalId)?.position;
    const { position } = object;
    if (there === undefined || (there.lat === position.lat && there.lon === position.lon)) return object;
    // The shorter way around the world.
    const east = ((((there.lon - position.lon + 180) % 360) + 360) % 360) - 180;
    const lon = ((((position.lon + east * share + 180) % 360) + 360) % 360) - 180;
    return { ...object, position: { ...position, lat: position.lat + (there.lat - position.lat) * share, lon } };
  });
}

/** A moment in the address, to the second. */
export const momentText = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

/** The moment in the address; undefined if there is none, or if it is in the future. */
export function momentIn(text: string | undefined, now: number): number | undefined {
  const at = text === undefined || !/^\d{4}-\d\d-\d\dT/.test(text) ? Number.NaN : Date.parse(text);
  return at < now ? at : undefined;
}
