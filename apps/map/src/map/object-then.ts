import type { Schemas } from '../api/api.js';
import type { ObjectFeature } from './object-features.js';

/**
 * An object as it was at a moment: its place and its type. Its title and its icon are the present ones, as
 * history keeps none.
 */
export interface ObjectThen {
  externalId: string;
  title?: string;
  type?: string;
  icon?: string;
  position: Omit<Schemas['PastPosition'], 'externalId' | 'type' | 'ageSeconds'>;
}

/** The past as the map shows it. */
export interface Moment {
  /** Milliseconds since 1970. */
  at: number;
  objects: readonly ObjectThen[];
  /** False: there were more in view than are shown. */
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

/**
 * Where objects are a share of the way from one moment to the next: they glide from what they had reported at the first
 * to what at the second.
 */
export function between(before: readonly ObjectThen[], after: readonly ObjectThen[], share: number): ObjectThen[] {
  const next = new Map(after.map((object) => [object.externalId, object]));
  return before.map((object) => {
    const there = next.get(object.externalId)?.position;
    const { position } = object;
    if (there === undefined || (there.lat === position.lat && there.lon === position.lon)) return object;
    // The shorter way round the world.
    const east = ((((there.lon - position.lon + 180) % 360) + 360) % 360) - 180;
    const lon = ((((position.lon + east * share + 180) % 360) + 360) % 360) - 180;
    return { ...object, position: { ...position, lat: position.lat + (there.lat - position.lat) * share, lon } };
  });
}

/** A moment as the address keeps it, to the second. */
export const momentText = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

/** The moment that the address names; undefined: none, or one that is not over yet. */
export function momentIn(text: string | undefined, now: number): number | undefined {
  const at = text === undefined || !/^\d{4}-\d\d-\d\dT/.test(text) ? Number.NaN : Date.parse(text);
  return at < now ? at : undefined;
}
