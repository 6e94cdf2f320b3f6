import type { QuarantineReason } from '../../../reading/source.js';
import { finiteOf, type JsonObject, listOf, objectOf, textOf } from '../../reading-parts/json-values.js';
import type { Degrees } from './tangent-plane.js';
import type { Zone, Zones } from './zones.js';

export interface Place extends Degrees {
  readonly alt?: number;
  /** Floor of the zone that local coordinates belong to. */
  readonly zoneFloor?: number;
}

export interface Unplaced {
  readonly quarantined: { readonly reason: QuarantineReason; readonly detail: string };
}

/** A position that only the hub can turn into degrees. */
export interface ToAsk {
  readonly zone: Zone;
  readonly coordinates: readonly [number, number];
  readonly alt?: number;
}

const MIN_ALTITUDE = -12_000;
const MAX_ALTITUDE = 100_000;

/**
 * The place of a Location. Only its `crs` decides: if absent (or `local`), the coordinates are metres on a zone's plan; for `EPSG:4326`
 * they are longitude and latitude; anything else is quarantined. Height counts as altitude only for `elevation_ref: wgs84`; otherwise it is
 * the height above the floor.
 */
export function placeOf(location: JsonObject, zones: Zones): Place | Unplaced | ToAsk {
  const coordinates = coordinatesOf(location);
  if (coordinates === undefined) return quarantined('unreadable', 'Its position is no GeoJSON Point of two or three finite numbers.');
  const [x, y, z] = coordinates;
  const alt = location.elevation_ref === 'wgs84' ? z : undefined;
  if (alt !== undefined && (alt < MIN_ALTITUDE || alt > MAX_ALTITUDE))
    return quarantined('impossible-position', `An altitude of ${alt} m.`);
  const crs = location.crs ?? 'local';
  if (isDegrees(crs))
    return inRange(x, y)
      ? { lat: y + 0, lon: x + 0, ...(alt !== undefined && { alt }) }
      : quarantined('impossible-position', `Longitude ${x}, latitude ${y}: not in degrees, although crs says EPSG:4326.`);
  if (typeof crs !== 'string' || crs.toLowerCase() !== 'local')
    return quarantined(
      'unknown-reference-system',
      `crs ${typeof crs === 'string' ? crs.slice(0, 60) : 'is no text'}: only EPSG:4326 and local ` +
        'coordinates are read. Have the hub project to EPSG:4326.',
    );
  return localPlace(location, zones, [x, y], alt);
}

/** Longitude first, as in GeoJSON: at hubs only this name means that order (`urn:ogc:def:crs:EPSG::4326` has latitude first). */
function isDegrees(crs: unknown): boolean {
  return typeof crs === 'string' && crs.toUpperCase() === 'EPSG:4326';
}

/** The place in the answer of a `…/transform`, checked the same way: an answer in local coordinates is useless. */
export function placeOfAnswer(answer: unknown, { zone, coordinates, alt }: ToAsk): Place | Unplaced {
  const object = objectOf(answer);
  const [lon, lat] = (object && coordinatesOf(object)) ?? [];
  if (object === undefined || lon === undefined || lat === undefined || !isDegrees(object.crs) || !inRange(lon, lat)) {
    return quarantined(
      'local-coordinates',
      `The hub's transform of zone ${zone.id} gave no position in EPSG:4326 for ${coordinates.join(', ')}. ` +
        'Give the zone at least 3 ground control points.',
    );
  }
  return { lat: lat + 0, lon: lon + 0, ...(alt !== undefined && { alt }), ...(zone.floor !== undefined && { zoneFloor: zone.floor }) };
}

function localPlace(
  location: JsonObject,
  zones: Zones,
  [x, y]: readonly [number, number],
  alt: number | undefined,
): Place | Unplaced | ToAsk {
  const source = textOf(location.source);
  if (source === undefined) return quarantined('local-coordinates', 'Its coordinates are local, and no source says of which zone.');
  const zone = zones.find(source);
  if (zone === undefined)
    return quarantined(
      'local-coordinates',
      `Its coordinates are local, and no zone has the id or foreign id ${source.slice(0, 100)}. Make the ` +
        'zone at the hub, or give it in zones of the configuration.',
    );
  if (zone.fit === undefined) return { zone, coordinates: [x, y], ...(alt !== undefined && { alt }) };
  const degrees = zone.fit.toDegrees(x, y);
  if (degrees === undefined)
    return quarantined('local-coordinates', `${x}, ${y} lies more than 10 km from the ground control points of zone ${zone.id}.`);
  return { ...degrees, ...(alt !== undefined && { alt }), ...(zone.floor !== undefined && { zoneFloor: zone.floor }) };
}

function coordinatesOf(location: JsonObject): readonly [number, number, number | undefined] | undefined {
  const position = objectOf(location.position);
  const list = listOf(position?.coordinates);
  if (position?.type !== 'Point' || list === undefined || list.length < 2) return undefined;
  const x = finiteOf(list[0]);
  const y = finiteOf(list[1]);
  const z = finiteOf(list[2]);
  return x === undefined || y === undefined || (z === undefined && list.length > 2) ? undefined : [x, y, z];
}

function inRange(lon: number, lat: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
}

function quarantined(reason: QuarantineReason, detail: string): Unplaced {
  return { quarantined: { reason, detail } };
}
