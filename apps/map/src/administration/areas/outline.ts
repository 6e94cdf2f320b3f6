import { checkRing } from '#geofence/check-ring.js';
import type { Geometry, LonLat, PolygonRings, Ring } from '#geofence/geometry.js';
import { crossingOf } from '#geofence/ring-crossings.js';

/** The shape of an area while it is drawn. */
export type Outline =
  | { is: 'polygon'; /** Not closed: the first is not repeated. */ corners: readonly LonLat[]; holes: PolygonRings }
  | { is: 'circle'; center: LonLat | undefined; /** Metres. */ radius: number | undefined }
  /** Several polygons, unchanged until another outline is drawn. */
  | { is: 'several'; geometry: Geometry };

export type OutlineFault = 'few-corners' | 'crosses' | 'no-area' | 'no-centre' | 'no-radius';

export const EMPTY_POLYGON: Outline = { is: 'polygon', corners: [], holes: [] };
const EARTH_RADIUS_M = 6_371_008.8;
const DECIMALS = 1e6;

export function outlineOf(geometry: Geometry): Outline {
  if (geometry.type === 'Circle') return { is: 'circle', center: geometry.center, radius: geometry.radius };
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const [first, ...others] = polygons;
  if (first === undefined || others.length > 0) return { is: 'several', geometry };
  const [outer = [], ...holes] = first;
  return { is: 'polygon', corners: outer.slice(0, -1), holes };
}

/** Why an outline is not a valid area; undefined if no fault can be found here. */
export function faultOf(outline: Outline): OutlineFault | undefined {
  if (outline.is === 'several') return undefined;
  if (outline.is === 'circle')
    return outline.center === undefined ? 'no-centre' : outline.radius !== undefined && outline.radius > 0 ? undefined : 'no-radius';
  if (new Set(outline.corners.map(String)).size < 3) return 'few-corners';
  const ring = closed(outline.corners);
  if ('fault' in checkRing(ring, '')) return 'no-area';
  return crossingOf([ring, ...outline.holes]) === undefined ? undefined : 'crosses';
}

/** In the API's format. A faulty outline is sent unchanged, and the service reports the fault. */
export function geometryOf(outline: Outline): Geometry {
  if (outline.is === 'several') return outline.geometry;
  if (outline.is === 'circle') return { type: 'Circle', center: outline.center ?? [0, 0], radius: outline.radius ?? 0 };
  return { type: 'Polygon', coordinates: [closed(outline.corners), ...outline.holes] };
}

/** With the first corner repeated at the end, as in rings. */
export function closed(corners: readonly LonLat[]): Ring {
  const [first] = corners;
  const last = corners.at(-1);
  if (first === undefined || last === undefined || (corners.length > 1 && first[0] === last[0] && first[1] === last[1])) return corners;
  return [...corners, first];
}

/** One position per line, latitude first as people expect. */
export const cornersText = (corners: readonly LonLat[]): string => corners.map(([lon, lat]) => `${lat}, ${lon}`).join('\n');

/** @returns the corners, or the number (from 1) of the first line without a position. A repeated first corner at the end is dropped. */
export function readCorners(text: string): { corners: LonLat[] } | { line: number } {
  const corners: LonLat[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const position = readPosition(line);
    if (position === undefined) return { line: at + 1 };
    corners.push(position);
  }
  const [first, last] = [corners[0], corners.at(-1)];
  if (corners.length > 1 && first![0] === last![0] && first![1] === last![1]) corners.pop();
  return { corners };
}

/** Parses `lat, lon` in degrees; undefined if it is not a position. */
export function readPosition(text: string): LonLat | undefined {
  const parts = text.trim().split(/[\s,;]+/);
  const [lat, lon] = parts.map(Number);
  if (parts.length !== 2 || !Number.isFinite(lat) || !Number.isFinite(lon) || Math.abs(lat!) > 90 || Math.abs(lon!) > 360) return undefined;
  return [lon!, lat!];
}

/** Great-circle distance in metres. */
export function metresBetween([lonA, latA]: LonLat, [lonB, latB]: LonLat): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half =
    Math.sin(radians(latB - latA) / 2) ** 2 + Math.cos(radians(latA)) * Math.cos(radians(latB)) * Math.sin(radians(lonB - lonA) / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Rounded to a tenth of a metre: nobody draws more precisely. */
export const rounded = ({ lng, lat }: { lng: number; lat: number }): LonLat => [
  Math.round(lng * DECIMALS) / DECIMALS,
  Math.round(lat * DECIMALS) / DECIMALS,
];
