import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxesAround } from '#geofence/boxes.js';
import { distanceM } from '#geofence/distance.js';

/** Vincenty's inverse formula (1975), an independent method; it does not converge for nearly opposite places. */
function vincenty(lonA: number, latA: number, lonB: number, latB: number): number {
  const [a, f, rad] = [6378137, 1 / 298.257223563, Math.PI / 180];
  const b = a * (1 - f);
  const L = (lonB - lonA) * rad;
  const [U1, U2] = [Math.atan((1 - f) * Math.tan(latA * rad)), Math.atan((1 - f) * Math.tan(latB * rad))];
  let lambda = L;
  for (let tries = 0; tries < 200; tries++) {
    const sinSigma = Math.hypot(
      Math.cos(U2) * Math.sin(lambda),
      Math.cos(U1) * Math.sin(U2) - Math.sin(U1) * Math.cos(U2) * Math.cos(lambda),
    );
    if (sinSigma === 0) return 0;
    const cosSigma = Math.sin(U1) * Math.sin(U2) + Math.cos(U1) * Math.cos(U2) * Math.cos(lambda);
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (Math.cos(U1) * Math.cos(U2) * Math.sin(lambda)) / sinSigma;
    const cos2 = 1 - sinAlpha ** 2;
    const cosM = cos2 === 0 ? 0 : cosSigma - (2 * Math.sin(U1) * Math.sin(U2)) / cos2;
    const C = (f / 16) * cos2 * (4 + f * (4 - 3 * cos2));
    const next = L + (1 - C) * f * sinAlpha * (sigma + C * sinSigma * (cosM + C * cosSigma * (-1 + 2 * cosM ** 2)));
    if (Math.abs(next - lambda) < 1e-12) {
      const u2 = (cos2 * (a * a - b * b)) / (b * b);
      const A = 1 + (u2 / 16384) * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)));
      const B = (u2 / 1024) * (256 + u2 * (-128 + u2 * (74 - 47 * u2)));
      const d =
        B *
        sinSigma *
        (cosM + (B / 4) * (cosSigma * (-1 + 2 * cosM ** 2) - (B / 6) * cosM * (-3 + 4 * sinSigma ** 2) * (-3 + 4 * cosM ** 2)));
      return b * A * (sigma - d);
    }
    lambda = next;
  }
  return Number.NaN;
}

const lon = fc.double({ min: -180, max: 180, noNaN: true });
const lat = fc.double({ min: -89.9, max: 89.9, noNaN: true });
const step = fc.double({ min: -9, max: 9, noNaN: true });

describe('distances over the ground', () => {
  it('agree with another formula to 20 m up to 1,000 km', () => {
    fc.assert(
      fc.property(lon, lat, step, step, (x, y, dx, dy) => {
        const other = Math.max(-89.9, Math.min(89.9, y + dy));
        const expected = vincenty(x, y, x + dx, other);
        if (expected > 1_000_000 || Number.isNaN(expected)) return;
        expect(Math.abs(distanceM(x, y, x + dx, other) - expected)).toBeLessThan(20);
      }),
      { numRuns: 500 },
    );
  });

  it('do not mind the antimeridian', () => {
    expect(distanceM(179.9995, 10, -179.9995, 10)).toBeCloseTo(distanceM(0, 10, 0.001, 10), 3);
  });

  it('stay within the boxes around a place', () => {
    fc.assert(
      fc.property(lon, lat, fc.double({ min: 1, max: 1_000_000, noNaN: true }), step, step, (x, y, radius, dx, dy) => {
        const [toLon, toLat] = [x + dx > 180 ? x + dx - 360 : x + dx < -180 ? x + dx + 360 : x + dx, Math.max(-90, Math.min(90, y + dy))];
        if (distanceM(x, y, toLon, toLat) > radius) return;
        expect(
          boxesAround(x, y, radius).some(
            ({ west, south, east, north }) => toLon >= west && toLon <= east && toLat >= south && toLat <= north,
          ),
        ).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
