import { invalidParameter } from '#problems/invalid-parameter.js';
import { HALF_AROUND } from '../space/great-circle.js';
import type { QueryParameters } from './query-parameters.js';

/** The place from which distances are measured. */
export interface Near {
  lat: number;
  lon: number;
  /** Metres. */
  radius?: number;
}

const DEGREES = /^\s*[+-]?\d{1,3}(\.\d{1,20})?\s*$/;
const METRES = /^\d{1,8}(\.\d{1,3})?$/;

/** Parameters of every route that accepts a place and a distance. */
export const NEAR_PARAMETERS = ['near', 'radius'] as const;

/**
 * `near=lat,lon`, in the order of a position's properties, and `radius` in metres; the same on every route with `near`.
 * @throws Problem invalid-parameter, also for values that look like lon,lat, or lon,lat,metres, the former format for histories
 */
export function nearOf(parameters: QueryParameters, mostMetres = HALF_AROUND): Near | undefined {
  const near = parameters.text('near');
  const radius = radiusOf(parameters.text('radius'), mostMetres);
  if (near === undefined) {
    if (radius !== undefined) throw invalidParameter('radius', 'It requires near=lat,lon.');
    return undefined;
  }
  const parts = near.split(',');
  const [lat, lon] = parts.map((part) => (DEGREES.test(part) ? Number(part) : NaN)) as [number, number];
  if (parts.length === 3) throw invalidParameter('near', `It must be lat,lon, with the metres in radius: ${rejoined(parts)}.`);
  if (parts.length !== 2 || Number.isNaN(lat) || Number.isNaN(lon))
    throw invalidParameter('near', 'It must be lat,lon in degrees, such as 53.4,-2.99.');
  if (Math.abs(lat) > 90 && Math.abs(lon) <= 90 && Math.abs(lat) <= 180)
    throw invalidParameter(
      'near',
      `The latitude comes first, and ${lat} is not a latitude. Did you mean near=${lon},${lat}? (In bbox, as in GeoJSON, the longitude comes first.)`,
    );
  if (Math.abs(lat) > 90) throw invalidParameter('near', `The latitude comes first and is from -90 to 90, not ${lat}.`);
  if (Math.abs(lon) > 180) throw invalidParameter('near', `The longitude comes second and is from -180 to 180, not ${lon}.`);
  return { lat, lon, ...(radius !== undefined && { radius }) };
}

/** The suggestion for a value in the order longitude,latitude,metres. */
function rejoined(parts: string[]): string {
  const [lon, lat, metres] = parts.map((part) => part.trim()) as [string, string, string];
  return DEGREES.test(lon) && DEGREES.test(lat) && METRES.test(metres)
    ? `near=${lat},${lon}&radius=${metres}`
    : 'near=53.4,-2.99&radius=100';
}

function radiusOf(text: string | undefined, mostMetres: number): number | undefined {
  if (text === undefined) return undefined;
  const metres = METRES.test(text) ? Number(text) : NaN;
  if (!(metres > 0 && metres <= mostMetres))
    throw invalidParameter('radius', `It must be metres: more than 0 and at most ${Math.floor(mostMetres)}.`);
  return metres;
}
