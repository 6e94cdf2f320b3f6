import type { Camera } from './map-scene.js';

export const CLOSEST_ZOOM = 22;

/** Parses `lat,lon,zoom` from the address; undefined if it is invalid. */
export function cameraOf(text: string | undefined): Camera | undefined {
  const [lat, lon, zoom, ...rest] = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (rest.length > 0 || lat === undefined || lon === undefined || zoom === undefined) return undefined;
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && zoom >= 0 && zoom <= CLOSEST_ZOOM ? { lat, lon, zoom } : undefined;
}

export const cameraText = ({ lat, lon, zoom }: Camera): string => [lat.toFixed(5), lon.toFixed(5), zoom.toFixed(2)].map(Number).join(',');
