import type { ExternalObject } from '../api/api.js';
import type { NumberRanges } from './number-ranges.js';

/** An object as the map draws it: the same names as in the server's tiles (docs/search.md). */
export interface ObjectProperties {
  id: string;
  title: string;
  type: string;
  /** By name; the map may have no picture of it. */
  icon?: string;
  /** Seconds since 1970. */
  observedAt: number;
  /** Degrees from north, clockwise. */
  heading?: number;
  /** Name of the category, or of the range of a number, that it is coloured by. */
  category?: string;
  /** As text: floors are numbers to some and names to others. */
  floor?: string;
  /** Where it is, of one that the server has only counted: its id is empty then. */
  west?: number;
  south?: number;
  east?: number;
  north?: number;
}

export type ObjectFeature = GeoJSON.Feature<GeoJSON.Point, ObjectProperties> & { id: string };

/** @param colourField the field that objects are coloured by; undefined: by type @param ranges of its numbers */
export function featureOf(object: ExternalObject, colourField?: string, ranges?: NumberRanges): ObjectFeature {
  const { externalId, title = '', type = '', icon, position } = object;
  const properties: ObjectProperties = { id: externalId, title, type, observedAt: Math.floor(Date.parse(position.observedAt) / 1000) };
  if (icon !== undefined) properties.icon = icon;
  const heading = headingOf(object);
  if (heading !== undefined) properties.heading = heading;
  const category = colourField === undefined ? undefined : categoryOf(object, colourField, ranges);
  if (category !== undefined) properties.category = category;
  if (position.floor !== undefined) properties.floor = String(position.floor);
  return { type: 'Feature', id: externalId, geometry: { type: 'Point', coordinates: [position.lon, position.lat] }, properties };
}

/** Of the fields that by convention say it; degrees from north. */
function headingOf({ fields }: Pick<ExternalObject, 'fields'>): number | undefined {
  const value = (fields.heading ?? fields.course)?.value;
  return typeof value === 'number' ? value : undefined;
}

/** Name of the category that a field says, or its text, or the range that its number is in. */
export function categoryOf(
  { fields = {} }: Partial<Pick<ExternalObject, 'fields'>>,
  name: string,
  ranges?: NumberRanges,
): string | undefined {
  const value = fields[name]?.value;
  if (typeof value === 'number') return ranges?.nameOf(value);
  if (typeof value === 'object' && value !== null) return value.categoryName;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A ring with a radius of `metres` around a position, as a polygon. */
export function ringAround(lat: number, lon: number, metres: number): GeoJSON.Feature<GeoJSON.Polygon> {
  const CORNERS = 48;
  const dLat = metres / 111_320;
  const dLon = dLat / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const ring = Array.from({ length: CORNERS + 1 }, (_, n) => {
    const angle = (2 * Math.PI * n) / CORNERS;
    return [lon + dLon * Math.cos(angle), Math.max(-90, Math.min(90, lat + dLat * Math.sin(angle)))];
  });
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
}
