import fc from 'fast-check';
import type { LonLat, Ring } from '#geofence/geometry.js';

/** A star around a centre that never crosses itself in the plane. The generator chooses angles and radii. */
export const star = (centerLon: number, centerLat: number, size: number): fc.Arbitrary<Ring> =>
  fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 3, maxLength: 24 }).map((radii) => {
    const ring = radii.map((radius, index): LonLat => {
      const angle = (2 * Math.PI * index) / radii.length;
      return [centerLon + size * radius * Math.cos(angle), Math.max(-90, Math.min(90, centerLat + size * radius * Math.sin(angle)))];
    });
    return [...ring, ring[0]!];
  });

/** The same ring, smaller, around the same centre. */
export const shrunk = (ring: Ring, [lon, lat]: LonLat, factor: number): Ring =>
  ring.map(([x, y]): LonLat => [lon + (x - lon) * factor, lat + (y - lat) * factor]);
