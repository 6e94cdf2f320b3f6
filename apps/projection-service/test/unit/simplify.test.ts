import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metresApart } from '#testing/oracle/recount-places.js';
import { withoutCrossing } from '../../src/history/exports/antimeridian.js';
import { simplified } from '../../src/history/exports/simplify.js';

interface Place {
  lat: number;
  lon: number;
}

/** Steps of up to some kilometres, anywhere, across the antimeridian too. */
const track = fc
  .tuple(
    fc.double({ min: -89, max: 89, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.array(fc.tuple(fc.double({ min: -0.02, max: 0.02, noNaN: true }), fc.double({ min: -0.05, max: 0.05, noNaN: true })), {
      minLength: 1,
      maxLength: 60,
    }),
  )
  .map(([lat, lon, steps]) =>
    steps.map(([dLat, dLon]): Place => ({
      lat: (lat = Math.max(-89.9, Math.min(89.9, lat + dLat))),
      lon: (lon = ((((lon + dLon + 180) % 360) + 360) % 360) - 180),
    })),
  );

/** Smallest distance to closely spaced points on the line, which is straight in longitude and latitude. */
function metresOff(place: Place, a: Place, b: Place): number {
  const dLon = ((((b.lon - a.lon) % 360) + 540) % 360) - 180;
  let least = Infinity;
  for (let part = 0; part <= 400; part++)
    least = Math.min(least, metresApart(place.lat, place.lon, a.lat + ((b.lat - a.lat) * part) / 400, a.lon + (dLon * part) / 400));
  return least;
}

describe('a simplified track', () => {
  it('leaves out nothing beyond the allowed distance from its line', () => {
    fc.assert(
      fc.property(track, fc.constantFrom(5, 50, 500), (places, metres) => {
        const kept = simplified(places, metres);
        expect([kept[0], kept.at(-1)]).toEqual([places[0], places.at(-1)]);
        let segment = 0;
        for (const place of places) {
          if (place === kept[segment + 1]) segment++;
          const [a, b] = [kept[segment]!, kept[segment + 1] ?? kept[segment]!];
          // The line is checked at 400 places.
          const between = metresApart(a.lat, a.lon, b.lat, b.lon) / 800;
          expect(metresOff(place, a, b)).toBeLessThanOrEqual(metres + between + 0.01);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('is short if the track is straight, across the antimeridian too', () => {
    const straight = Array.from({ length: 500 }, (_, n) => ({
      lat: 10 + n / 1e4,
      lon: n < 250 ? 179.975 + n / 1e4 : -180 + (n - 250) / 1e4,
    }));
    expect(simplified(straight, 5)).toHaveLength(2);
  });

  it('bears a hundred thousand places in the worst order', () => {
    const zigzag = Array.from({ length: 4096 }, (_, n) => ({ lat: n % 2, lon: n / 1000 }));
    expect(simplified(zigzag, 5)).toHaveLength(4096);
  });
});

describe('a line over the antimeridian', () => {
  it('is cut there, without an edge over half the world and without losses', () => {
    fc.assert(
      fc.property(track, (places) => {
        const lines = withoutCrossing(places.map(({ lat, lon }) => [lon, lat]));
        for (const line of lines)
          for (let at = 1; at < line.length; at++) expect(Math.abs(line[at]![0] - line[at - 1]![0])).toBeLessThanOrEqual(180);
        const cuts = 2 * (lines.length - 1);
        expect(lines.flat()).toHaveLength(places.length + cuts);
        for (let at = 1; at < lines.length; at++)
          expect([Math.abs(lines[at - 1]!.at(-1)![0]), lines[at]![0]![0], lines[at]![0]![1]]).toEqual([
            180,
            -lines[at - 1]!.at(-1)![0],
            lines[at - 1]!.at(-1)![1],
          ]);
      }),
    );
    expect(
      withoutCrossing([
        [179, 0],
        [-179, 2],
      ]),
    ).toEqual([
      [
        [179, 0],
        [180, 1],
      ],
      [
        [-180, 1],
        [-179, 2],
      ],
    ]);
  });
});
