import { readTime } from '../../reading/read-time.js';
import type { Received } from '../../reading/source.js';
import { earthPosition } from '../reading-parts/earth-position.js';
import { keptApart } from '../reading-parts/unreadable.js';

/** Usual names of times in collections; a map may read another. */
const TIMES = ['observedAt', 'timestamp', 'time', 'datetime'] as const;
const TITLES = ['title', 'name'] as const;

/**
 * A GeoJSON Feature (RFC 7946). By the standard, a Point is a position in WGS 84; one with an older `crs` is quarantined. The id is the
 * feature's, or `id` of its properties.
 */
export function readFeature(feature: unknown): Received {
  if (typeof feature !== 'object' || feature === null || Array.isArray(feature))
    return keptApart(feature, 'unreadable', 'The item is no Feature of GeoJSON.');
  const { type, id, geometry, properties, crs } = feature as Record<string, unknown>;
  if (type !== 'Feature') return keptApart(feature, 'unreadable', 'The item is no Feature of GeoJSON: its type is another.');
  if (crs !== undefined && crs !== null)
    return keptApart(
      feature,
      'unknown-reference-system',
      'The feature names a reference system, which GeoJSON no longer has (RFC 7946, section 4).',
    );
  const known = typeof properties === 'object' && properties !== null ? (properties as Record<string, unknown>) : {};
  const name = idOf(id) ?? idOf(known['id']);
  const { type: shape, coordinates } = (typeof geometry === 'object' && geometry !== null ? geometry : {}) as Record<string, unknown>;
  if (shape !== 'Point' || !Array.isArray(coordinates))
    return keptApart(feature, 'no-position-known', 'The geometry of the feature is no Point.');
  if (typeof coordinates[0] !== 'number' || typeof coordinates[1] !== 'number')
    return keptApart(feature, 'impossible-position', 'The coordinates of a Point are two or three numbers.');
  const found = earthPosition(coordinates[1], coordinates[0], coordinates[2]);
  if ('fault' in found) return keptApart(feature, 'impossible-position', `${found.fault}.`);
  // Without an id, a map may still provide one.
  if (name === undefined) return { document: feature };
  const observedAt = TIMES.map((member) => readTime(known[member])).find((time) => time !== undefined);
  const title = TITLES.map((member) => known[member]).find((text) => typeof text === 'string' && text.trim() !== '') as string | undefined;
  return {
    document: feature,
    reading: {
      id: name,
      ...(title !== undefined && { title }),
      ...(observedAt !== undefined && { observedAt }),
      position: found.position,
      fields: {},
    },
  };
}

function idOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
