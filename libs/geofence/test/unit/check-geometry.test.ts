import { describe, expect, it } from 'vitest';
import { checkGeometry } from '#geofence/check-geometry.js';
import { type LonLat, MAX_VERTICES, type Ring } from '#geofence/geometry.js';

const box = (west: number, south: number, east: number, north: number): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const polygon = (...rings: unknown[]): unknown => ({ type: 'Polygon', coordinates: rings });
/** A circle with many positions. */
const round = (count: number): LonLat[] => {
  const ring = Array.from({ length: count - 1 }, (_, index): LonLat => [
    Math.cos((2 * Math.PI * index) / (count - 1)),
    Math.sin((2 * Math.PI * index) / (count - 1)),
  ]);
  return [...ring, ring[0]!];
};
/** Nested zigzags whose edges all have overlapping boxes and never meet. */
const comb = (count: number): LonLat[] => {
  const there = Array.from({ length: count }, (_, index): LonLat => (index % 2 === 0 ? [index * 1e-4, 0] : [50 + index * 1e-4, 50]));
  return [...there, [60, -1], [-1, -1], [0, 0]];
};

const REFUSED: [what: string, geometry: unknown, pointer: string, says: RegExp][] = [
  ['no geometry', null, '', /object with `type`/],
  ['a line', { type: 'LineString', coordinates: [] }, '/type', /Polygon, MultiPolygon or Circle/],
  ['no ring', polygon(), '/coordinates', /list of rings/],
  ['no polygon', { type: 'MultiPolygon', coordinates: [] }, '/coordinates', /at least one/],
  [
    'too few positions',
    polygon([
      [0, 0],
      [1, 0],
      [0, 0],
    ]),
    '/coordinates/0',
    /at least 4 positions/,
  ],
  [
    'an open ring',
    polygon([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]),
    '/coordinates/0',
    /repeat its first position/,
  ],
  [
    'a position that is none',
    polygon([
      [0, 0],
      [1, '0'],
      [1, 1],
      [0, 0],
    ]),
    '/coordinates/0/1',
    /two finite numbers/,
  ],
  [
    'latitude first',
    polygon([
      [52, 13],
      [53, 113],
      [52, 14],
      [52, 13],
    ]),
    '/coordinates/0/1',
    /\[longitude, latitude\], in this order/,
  ],
  [
    'no area',
    polygon([
      [0, 0],
      [1, 1],
      [2, 2],
      [0, 0],
    ]),
    '/coordinates/0',
    /no area/,
  ],
  [
    'two halves in opposite directions',
    polygon([
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
      [0, 0],
    ]),
    '/coordinates/0',
    /on one line, or its edges cross/,
  ],
  [
    'a bow tie',
    polygon([
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 1],
      [0, 0],
    ]),
    '/coordinates/0',
    /crosses or touches itself/,
  ],
  [
    'a ring that touches itself',
    polygon([
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 0],
      [0, 4],
      [0, 0],
    ]),
    '/coordinates/0',
    /crosses or touches itself/,
  ],
  [
    'a spike',
    polygon([
      [0, 0],
      [4, 0],
      [4, 4],
      [4, 6],
      [4, 4],
      [0, 4],
      [0, 0],
    ]),
    '/coordinates/0',
    /runs back on itself|touches itself/,
  ],
  ['a hole outside', polygon(box(0, 0, 10, 10), box(20, 20, 30, 30)), '/coordinates/1', /not inside of the outer ring/],
  [
    'a hole in the bay of a ring',
    polygon(
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [5, 1],
        [0, 10],
        [0, 0],
      ],
      box(4.5, 8, 5.5, 9),
    ),
    '/coordinates/1',
    /outside of the outer ring/,
  ],
  [
    'a hole across the border',
    polygon(box(0, 0, 10, 10), [
      [5, 5],
      [10, 12],
      [9, 5],
      [5, 5],
    ]),
    '/coordinates/1',
    /not inside/,
  ],
  [
    'a hole across an inner bay',
    polygon(
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [5, 5],
        [0, 10],
        [0, 0],
      ],
      box(4, 1, 6, 6),
    ),
    '/coordinates/1',
    /outside of the outer ring/,
  ],
  [
    'a hole through a wall of the ring',
    polygon(
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [5, 5],
        [0, 10],
        [0, 0],
      ],
      box(4, 1, 6, 8),
    ),
    '/coordinates/1',
    /crosses ring 0/,
  ],
  ['holes across each other', polygon(box(0, 0, 10, 10), box(1, 1, 4, 4), box(3, 3, 6, 6)), '/coordinates/2', /crosses ring 1/],
  ['a hole in a hole', polygon(box(0, 0, 10, 10), box(1, 1, 9, 9), box(3, 3, 6, 6)), '/coordinates/2', /in another hole \(ring 1\)/],
  ['holes side by side', polygon(box(0, 0, 10, 10), box(1, 1, 4, 4), box(4, 1, 6, 4)), '/coordinates/2', /runs along ring 1/],
  [
    'a jump over the antimeridian',
    polygon([
      [170, 0],
      [-170, 0],
      [-170, 10],
      [170, 10],
      [170, 0],
    ]),
    '/coordinates/0/1',
    /181 for -179/,
  ],
  [
    'a ring around a pole',
    polygon([
      [-180, 80],
      [-60, 80],
      [60, 80],
      [180, 80],
    ]),
    '/coordinates/0',
    /goes around a pole/,
  ],
  [
    'the second polygon',
    {
      type: 'MultiPolygon',
      coordinates: [
        [box(0, 0, 1, 1)],
        [
          [
            [0, 0],
            [1, 0],
            [0, 0],
          ],
        ],
      ],
    },
    '/coordinates/1/0',
    /at least 4/,
  ],
  ['too many positions', polygon(round(MAX_VERTICES + 1)), '/coordinates', /10001 positions/],
  ['edges across each other', polygon(comb(9000)), '/coordinates/0', /cannot be judged in time/],
  ['a circle around nothing', { type: 'Circle', radius: 5 }, '/center', /position/],
  ['a circle off the earth', { type: 'Circle', center: [10, 100], radius: 5 }, '/center', /latitude -90…90/],
  ['a circle without a size', { type: 'Circle', center: [10, 10], radius: 0 }, '/radius', /above 0/],
];

describe('a geometry is refused, with the ring and what to do', () => {
  it.each(REFUSED)('%s', (_what, geometry, pointer, says) => {
    const checked = checkGeometry(geometry);
    expect('fault' in checked && checked.fault.pointer).toBe(pointer);
    expect('fault' in checked && checked.fault.detail).toMatch(says);
  });
});

describe('a geometry is put in order', () => {
  const taken = (value: unknown): unknown => {
    const checked = checkGeometry(value);
    return 'fault' in checked ? checked.fault : checked.geometry;
  };

  it('with its outer ring counter-clockwise and its holes clockwise', () => {
    expect(taken(polygon(box(0, 0, 10, 10).toReversed(), box(1, 1, 2, 2)))).toEqual(
      polygon(box(0, 0, 10, 10), box(1, 1, 2, 2).toReversed()),
    );
  });

  it('without heights and without positions twice in a row', () => {
    expect(
      taken(
        polygon([
          [0, 0, 5],
          [1, 0, 5],
          [1, 0, 6],
          [1, 1, 5],
          [0, 0, 5],
        ]),
      ),
    ).toEqual(
      polygon([
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ]),
    );
  });

  it('with its west in -180…180 and its holes on the same turn', () => {
    expect(taken(polygon(box(-190, 0, -170, 10), box(-179, 1, -178, 2)))).toEqual(
      polygon(box(170, 0, 190, 10), box(181, 1, 182, 2).toReversed()),
    );
    expect(taken(polygon(box(170, 0, 190, 10), box(-179, 1, -178, 2)))).toEqual(
      polygon(box(170, 0, 190, 10), box(181, 1, 182, 2).toReversed()),
    );
  });

  it('with holes that touch the outer ring or each other in a point', () => {
    const touching = polygon(
      box(0, 0, 10, 10),
      [
        [0, 5],
        [2, 7],
        [2, 3],
        [0, 5],
      ],
      [
        [2, 7],
        [4, 9],
        [4, 7],
        [2, 7],
      ],
    );
    expect(taken(touching)).toEqual(touching);
  });

  it('with as many positions as it may have, in time', () => {
    const begun = performance.now();
    expect(taken(polygon(round(MAX_VERTICES)))).toHaveProperty('type', 'Polygon');
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});
