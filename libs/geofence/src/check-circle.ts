import { type CheckedGeometry, type Circle, MAX_RADIUS_M } from './geometry.js';

/** Checks a circle; the longitude of its centre is normalised to -180…180. */
export function checkCircle(value: object): CheckedGeometry<Circle> {
  const { center, radius } = value as { center?: unknown; radius?: unknown };
  if (!Array.isArray(center) || center.length < 2 || !center.slice(0, 2).every((part) => Number.isFinite(part))) {
    return { fault: { pointer: '/center', detail: 'It must be a position, [longitude, latitude] in degrees.' } };
  }
  const [lon, lat] = center as [number, number];
  if (Math.abs(lon) > 180 || Math.abs(lat) > 90)
    return {
      fault: { pointer: '/center', detail: `[${lon}, ${lat}] is not on the earth: longitude is -180…180, latitude -90…90, in this order.` },
    };
  if (typeof radius !== 'number' || !(radius > 0 && radius <= MAX_RADIUS_M))
    return { fault: { pointer: '/radius', detail: `It must be a number of metres above 0, at most ${MAX_RADIUS_M}.` } };
  return { geometry: { type: 'Circle', center: [lon, lat], radius } };
}
