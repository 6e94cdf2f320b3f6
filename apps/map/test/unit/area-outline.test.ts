import { describe, expect, it } from 'vitest';
import { exportOf, readImport } from '../../src/administration/areas/import-file.js';
import {
  closed,
  cornersText,
  faultOf,
  geometryOf,
  metresBetween,
  outlineOf,
  readCorners,
  readPosition,
} from '../../src/administration/areas/outline.js';

const SQUARE = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;
const polygon = (corners: readonly (readonly [number, number])[]) => ({ is: 'polygon', corners, holes: [] }) as const;

describe('the outline of an area', () => {
  it('is closed by its first corner, once', () => {
    expect(closed(SQUARE)).toEqual([...SQUARE, [0, 0]]);
    expect(closed(closed(SQUARE))).toEqual([...SQUARE, [0, 0]]);
    expect(geometryOf(polygon(SQUARE))).toEqual({ type: 'Polygon', coordinates: [[...SQUARE, [0, 0]]] });
  });

  it('has three corners, an area, and does not cross itself', () => {
    expect(faultOf(polygon(SQUARE))).toBeUndefined();
    expect(faultOf(polygon(SQUARE.slice(0, 2)))).toBe('few-corners');
    expect(
      faultOf(
        polygon([
          [0, 0],
          [1, 1],
          [2, 2],
        ]),
      ),
    ).toBe('no-area');
    expect(
      faultOf(
        polygon([
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
        ]),
      ),
    ).toMatch(/crosses|no-area/);
    expect(
      faultOf(
        polygon([
          [0, 0],
          [3, 3],
          [3, 0],
          [0, 1],
        ]),
      ),
    ).toBe('crosses');
    expect(faultOf({ is: 'circle', center: [0, 0], radius: 0 })).toBe('no-radius');
    expect(faultOf({ is: 'circle', center: undefined, radius: 5 })).toBe('no-centre');
  });

  it('goes through typing and through the interface unchanged', () => {
    expect(readCorners(cornersText(SQUARE))).toEqual({ corners: SQUARE });
    expect(readCorners('53.4, -2.9\n\n53,5; 1')).toEqual({ line: 3 });
    expect(readCorners('1 2\n3 4\n5 6\n1 2')).toEqual({
      corners: [
        [2, 1],
        [4, 3],
        [6, 5],
      ],
    });
    expect(readPosition('91, 0')).toBeUndefined();
    expect(outlineOf(geometryOf(polygon(SQUARE)))).toEqual(polygon(SQUARE));
    const several = { type: 'MultiPolygon', coordinates: [[closed(SQUARE)], [closed(SQUARE)]] } as const;
    expect(geometryOf(outlineOf(several))).toBe(several);
  });

  it('measures a radius over the ground', () => {
    expect(metresBetween([0, 0], [0, 1])).toBeCloseTo(111_195, -1);
    expect(metresBetween([179.9995, 0], [-179.9995, 0])).toBeCloseTo(111.2, 0);
  });
});

describe('a file of areas', () => {
  it('reports for each feature what is wrong with it', () => {
    const file = readImport(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          { type: 'Feature', properties: { name: 'Yard' }, geometry: { type: 'Polygon', coordinates: [closed(SQUARE)] } },
          { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [closed(SQUARE)] } },
          { type: 'Feature', properties: { name: 'Gate' }, geometry: { type: 'Point', coordinates: [0, 0] } },
          { type: 'Feature', properties: { name: 'Open' }, geometry: { type: 'Polygon', coordinates: [SQUARE] } },
          { type: 'Feature', properties: { name: 'Nothing' }, geometry: null },
        ],
      }),
    );
    expect(file!.features.map(({ fault }) => fault)).toEqual([
      undefined,
      'name',
      'radius',
      expect.stringContaining('not closed'),
      expect.stringContaining('geometry'),
    ]);
    expect(readImport('{"type":"Feature"}')).toBeUndefined();
    expect(readImport('nonsense')).toBeUndefined();
  });

  it('holds a circle as it is read again', () => {
    const area = { name: 'Gate', geometry: { type: 'Circle', center: [1, 2], radius: 25 } } as never;
    expect(readImport(JSON.stringify(exportOf([area])))!.features).toEqual([
      { name: 'Gate', kind: 'Point', category: '', fault: undefined },
    ]);
  });
});
