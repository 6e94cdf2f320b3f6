import type { ExternalObject } from '../api/api.js';
import type { NumberRanges } from './number-ranges.js';

/** An object on the map, with the property names of the server's tiles (docs/search.md). */
export interface ObjectProperties {
  id: string;
  title: string;
  type: string;
  /** Name of the icon; the map may have no picture for it. */
  icon?: string;
  /** Seconds since the epoch. */
  observedAt: number;
  /** Degrees clockwise from north. */
  heading?: number;
  /** Name of the category, or of the range of a number, that determines its colour. */
  category?: string;
  /** As text, because floors can be numbers or names. */
  floor?: string;
  /** Position of an object that the server has only counted; its id is empty. */
  west?: number;
  south?: number;
  east?: number;
  north?: number;
}

export type ObjectFeature = GeoJSON.Feature<GeoJSON.Point, ObjectProperties> & { id: string };

/** @param colourField the field for colours; undefined: by type @param ranges of its numbers */
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

/** From the fields that contain it by convention; degrees clockwise from north. */
function headingOf({ fields }: Pick<ExternalObject, 'fields'>): number | undefined {
  const value = (fields.heading ?? fields.course)?.value;
  return typeof value === 'number' ? value : undefined;
}

/** The name for a field's value: that of its category, its text, or that of the range of its number. */
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
