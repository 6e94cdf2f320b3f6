import { type Box, boxOf, contains } from './box.js';
import { EARTH_RADIUS, metresBetween, type Place } from './distance.js';

/** A part of the world that is asked about. */
export interface Region {
  /** They hold all of it, and perhaps more. */
  boxes: readonly Box[];
  holds(lat: number, lon: number): boolean;
}

export interface Circle {
  center: Place;
  /** Metres. */
  radius: number;
}

/** Wider than a circle by rounding, in degrees. */
const MARGIN = 1e-9;

export const boxRegion = (box: Box): Region => ({ boxes: [box], holds: (lat, lon) => contains(box, lat, lon) });

export function circleRegion({ center, radius }: Circle): Region {
  return { boxes: [boxAround({ center, radius })], holds: (lat, lon) => metresBetween(center, { lat, lon }) <= radius };
}

/** The smallest box around a circle; around a pole it goes all the way round. */
function boxAround({ center, radius }: Circle): Box {
  const angle = (radius / EARTH_RADIUS) * (180 / Math.PI);
  const [south, north] = [center.lat - angle - MARGIN, center.lat + angle + MARGIN];
  if (south <= -90 || north >= 90) return boxOf([-180, Math.max(-90, south), 180, Math.min(90, north)]);
  const reach = Math.asin(Math.min(1, Math.sin(radius / EARTH_RADIUS) / Math.cos((center.lat * Math.PI) / 180))) * (180 / Math.PI) + MARGIN;
  if (reach >= 180) return boxOf([-180, south, 180, north]);
  return boxOf([eastOf(center.lon - reach), south, eastOf(center.lon + reach), north]);
}

/** The same longitude from −180 to 180. */
function eastOf(lon: number): number {
  return lon < -180 ? lon + 360 : lon > 180 ? lon - 360 : lon;
}
