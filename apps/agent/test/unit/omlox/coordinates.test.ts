import fc from 'fast-check';
import proj4 from 'proj4';
import { describe, expect, it } from 'vitest';
import { controlPointsOf, planToDegrees, type SiteZone } from '#omlox-hub/site.js';
import { readControlPoints } from '../../../src/sources/omlox/coordinates/control-points.js';
import { fitGround, type GroundFit } from '../../../src/sources/omlox/coordinates/ground-fit.js';
import { TangentPlane } from '../../../src/sources/omlox/coordinates/tangent-plane.js';

const CENTIMETRE = 0.01;
const latitude = fc.double({ min: -89, max: 89, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const metres = fc.double({ min: -500, max: 500, noNaN: true });

/** Metres between two places, by proj4. */
function apart(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  return Math.hypot(
    ...(proj4('EPSG:4326', `+proj=aeqd +lat_0=${a.lat} +lon_0=${a.lon} +datum=WGS84 +units=m`, [b.lon, b.lat]) as [number, number]),
  );
}

function fitted(zone: SiteZone): GroundFit {
  const fit = fitGround(readControlPoints(controlPointsOf(zone))!);
  if ('unusable' in fit) throw new Error(fit.unusable);
  return fit;
}

describe('the tangent plane', () => {
  it('agrees with proj4 to a centimetre at a site of 1 km, at any latitude', () => {
    fc.assert(
      fc.property(latitude, longitude, metres, metres, (lat, lon, east, north) => {
        const place = new TangentPlane({ lat, lon }).toDegrees({ east, north });
        const [x, y] = proj4('EPSG:4326', `+proj=aeqd +lat_0=${lat} +lon_0=${lon} +datum=WGS84 +units=m`, [place.lon, place.lat]) as [
          number,
          number,
        ];
        expect(Math.hypot(x - east, y - north)).toBeLessThan(CENTIMETRE / 10);
      }),
      { numRuns: 2000 },
    );
  });

  it('converts there and back within a millimetre over 10 km', () => {
    fc.assert(
      fc.property(
        latitude,
        longitude,
        fc.double({ min: -7000, max: 7000, noNaN: true }),
        fc.double({ min: -7000, max: 7000, noNaN: true }),
        (lat, lon, east, north) => {
          const plane = new TangentPlane({ lat, lon });
          const back = plane.toPlane(plane.toDegrees({ east, north }));
          expect(Math.hypot(back.east - east, back.north - north)).toBeLessThan(0.001);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('ground control points', () => {
  it('turn plan coordinates into degrees to a centimetre over 1 km, at any latitude, rotated and mirrored or not', () => {
    fc.assert(
      fc.property(
        latitude,
        longitude,
        fc.double({ min: 0, max: 360, noNaN: true }),
        fc.boolean(),
        fc.boolean(),
        fc.double({ min: 0, max: 1000, noNaN: true }),
        fc.double({ min: 0, max: 1000, noNaN: true }),
        (lat, lon, turned, mirrored, four, x, y) => {
          const zone: SiteZone = {
            id: 'z',
            name: 'z',
            origin: { lat, lon },
            turned,
            mirrored,
            controlPoints: [[0, 0], [1000, 0], [0, 1000], ...(four ? [[1000, 1000] as const] : [])],
          };
          const fit = fitted(zone);
          expect(fit.mirrored).toBe(mirrored);
          expect(fit.residual).toBeLessThan(CENTIMETRE);
          expect(apart(fit.toDegrees(x, y)!, planToDegrees(zone, [x, y]))).toBeLessThan(CENTIMETRE);
        },
      ),
      { numRuns: 1500 },
    );
  });

  const HALL: SiteZone = {
    id: 'z',
    name: 'z',
    origin: { lat: 53.4, lon: -3 },
    turned: 30,
    controlPoints: [
      [0, 0],
      [100, 0],
      [100, 60],
      [0, 60],
    ],
  };
  const points = (): number[][] => controlPointsOf(HALL);

  it('are read in all forms that hubs use', () => {
    const flat = points();
    const pairs = [0, 2, 4, 6].map((index) => [flat[index], flat[index + 1]]);
    const named = pairs.map(([wgs84, local]) => ({
      wgs84: { type: 'Point', coordinates: wgs84 },
      local: { type: 'Point', coordinates: local },
    }));
    const expected = readControlPoints(flat);
    expect(expected).toHaveLength(4);
    expect(readControlPoints(pairs)).toEqual(expected);
    expect(readControlPoints(named)).toEqual(expected);
    expect(readControlPoints(flat.map((coordinates) => ({ type: 'Point', coordinates })))).toEqual(expected);
  });

  it.each([
    ['no list', 'x'],
    [
      'an odd number',
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    ],
    [
      'text',
      [
        ['1', '2'],
        [3, 4],
      ],
    ],
    [
      'latitude out of range',
      [
        [10, 95],
        [0, 0],
      ],
    ],
    [
      'a point without numbers',
      [
        [1, null],
        [3, 4],
      ],
    ],
    [
      'infinity',
      [
        [1, Infinity],
        [3, 4],
      ],
    ],
  ])('are rejected: %s', (_what, value) => {
    expect(readControlPoints(value)).toBeUndefined();
  });

  it.each([
    [
      'two of them',
      [
        [0, 0],
        [100, 0],
      ],
      /at least 3/,
    ],
    [
      'in a line',
      [
        [0, 0],
        [50, 0.1],
        [100, 0],
      ],
      /in a line/,
    ],
    [
      'all at one place',
      [
        [5, 5],
        [5, 5],
        [5, 5],
      ],
      /in a line/,
    ],
  ] as const)('cannot be used: %s', (_what, controlPoints, why) => {
    expect(fitGround(readControlPoints(controlPointsOf({ ...HALL, controlPoints }))!)).toEqual({
      unusable: expect.stringMatching(why) as string,
    });
  });

  it('are unusable when longitude and latitude of one were swapped, or one was measured wrong by over 5 m', () => {
    const mixed = points();
    mixed[2] = [...mixed[2]!].reverse();
    expect(fitGround(readControlPoints(mixed)!)).toEqual({ unusable: expect.stringMatching(/10 km/) as string });
    const wrong = points().slice(0, 6);
    wrong[3] = [120, 0];
    expect(fitGround(readControlPoints(wrong)!)).toEqual({ unusable: expect.stringMatching(/contradict each other by \d/) as string });
  });

  it('show by their residual that one of three is a metre off, which an affine map would hide', () => {
    const doubtful = points().slice(0, 6);
    doubtful[3] = [102, 0];
    const fit = fitGround(readControlPoints(doubtful)!) as GroundFit;
    expect(fit.kind).toBe('similarity');
    expect(fit.residual).toBeGreaterThan(0.5);
  });

  it('show a stretched plan, which an affine map follows', () => {
    const stretched = points();
    for (const index of [1, 3, 5, 7]) stretched[index] = [stretched[index]![0]! / 2, stretched[index]![1]!];
    const fit = fitGround(readControlPoints(stretched)!) as GroundFit;
    expect(fit.kind).toBe('affine');
    expect(apart(fit.toDegrees(25, 30)!, planToDegrees(HALL, [50, 30]))).toBeLessThan(CENTIMETRE);
  });

  it('give no result for places more than 10 km away, or for non-numbers', () => {
    const fit = fitted(HALL);
    for (const [x, y] of [
      [20_000, 0],
      [0, -1e300],
      [NaN, 1],
      [Infinity, 1],
    ] as const)
      expect(fit.toDegrees(x, y)).toBeUndefined();
  });
});
