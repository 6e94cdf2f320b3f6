import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { continuousPolygon, continuousRing } from '../../basemap/continuous-rings.js';

const wrapped = (lon: number): number => ((((lon + 180) % 360) + 360) % 360) - 180;

describe('rings over the antimeridian', () => {
  it('continue beyond it, and are the same places', () => {
    const steps = fc.array(fc.tuple(fc.double({ min: -170, max: 170, noNaN: true }), fc.double({ min: -80, max: 80, noNaN: true })), {
      minLength: 3,
      maxLength: 30,
    });
    fc.assert(
      fc.property(fc.double({ min: -180, max: 180, noNaN: true }), steps, (start, moves) => {
        let lon = start;
        const walked = moves.map(([step, lat]) => [(lon += step), lat]);
        const ring = continuousRing(walked.map(([x, lat]) => [wrapped(x!), lat!]));
        for (const [n, [x, lat]] of walked.entries()) {
          expect(ring[n]![1]).toBe(lat);
          expect(ring[n]![0]! - ring[0]![0]!).toBeCloseTo(x! - walked[0]![0]!, 6);
        }
      }),
    );
  });

  it('around the south pole are closed along the lower edge', () => {
    expect(
      continuousRing([
        [-180, -80],
        [-90, -75],
        [0, -70],
        [90, -75],
        [180, -80],
      ]),
    ).toEqual([
      [-180, -80],
      [-90, -75],
      [0, -70],
      [90, -75],
      [180, -80],
      [180, -90],
      [-180, -90],
      [-180, -80],
    ]);
  });

  it('have their holes where they lie', () => {
    const island = [
      [170, 0],
      [-170, 0],
      [-170, 10],
      [170, 10],
      [170, 0],
    ];
    const lake = [
      [-178, 4],
      [-176, 4],
      [-176, 6],
      [-178, 4],
    ];
    expect(continuousPolygon([island, lake])[1]).toEqual([
      [182, 4],
      [184, 4],
      [184, 6],
      [182, 4],
    ]);
  });
});
