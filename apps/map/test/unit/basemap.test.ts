import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { beforeAll, describe, expect, it } from 'vitest';
import { readAtlas } from '../../basemap/atlas.js';
import { placesOf } from '../../basemap/places.js';
import { type BasemapTile, basemapTiles, CLOSEST_ZOOM } from '../../basemap/tiles.js';
import { inRing } from './in-ring.js';

const tiles = new Map<string, BasemapTile>();
const decoded = (name: string): VectorTile => new VectorTile(new PbfReader(gunzipSync(tiles.get(name)!.bytes)));

/** The tile with a place at a zoom, and the place in fractions of the tile (Web Mercator). */
function tileOf(lat: number, lon: number, z: number): { name: string; x: number; y: number } {
  const x = ((lon + 180) / 360) * 2 ** z;
  const y = ((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z;
  return { name: `${z}/${Math.floor(x)}/${Math.floor(y)}`, x: x % 1, y: y % 1 };
}

function isOn(layer: string, lat: number, lon: number, z: number): boolean {
  const { name, x, y } = tileOf(lat, lon, z);
  const found = tiles.has(name) ? decoded(name).layers[layer] : undefined;
  if (found === undefined) return false;
  const point = { x: x * found.extent, y: y * found.extent };
  return Array.from({ length: found.length }, (_, n) => found.feature(n).loadGeometry()).some(
    (rings) => rings.filter((ring) => inRing(point, ring)).length % 2 === 1,
  );
}

const names = (layer: string, tile: string): unknown[] => {
  const found = decoded(tile).layers[layer]!;
  return Array.from({ length: found.length }, (_, n) => found.feature(n).properties.name);
};

describe('the basemap', () => {
  beforeAll(() => {
    for (const tile of basemapTiles(readAtlas())) tiles.set(`${tile.z}/${tile.x}/${tile.y}`, tile);
  }, 120_000);

  it('has land where there is land, and none where there is sea, at every zoom', () => {
    const land = [
      [51, 10],
      [-25, 134],
      [66.5, -178],
      [67, 175],
      [-85, 0],
      [-85, 179.9],
      [40, -100],
    ] as const;
    const sea = [
      [30, -40],
      [0, 179.9],
      [0, -179.9],
      [80, 179],
      [-50, 100],
      [45, -30],
    ] as const;
    for (let z = 0; z <= CLOSEST_ZOOM; z++) {
      for (const [lat, lon] of land) expect([z, lat, lon, isOn('land', lat, lon, z)]).toEqual([z, lat, lon, true]);
      for (const [lat, lon] of sea) expect([z, lat, lon, isOn('land', lat, lon, z)]).toEqual([z, lat, lon, false]);
    }
    expect(isOn('lakes', 47.7, -87.5, 5)).toBe(true);
  });

  it('names countries and cities, the largest from far away, every village close by', () => {
    expect(names('countries', '0/0/0')).toEqual(expect.arrayContaining(['France', 'Brazil', 'Australia', 'Russia']));
    expect(names('places', '1/0/0')).toContain('New York City');
    const near = names('places', tileOf(52.52, 13.405, CLOSEST_ZOOM).name);
    expect(near).toEqual(expect.arrayContaining(['Berlin', 'Bernau bei Berlin']));
  });

  it('is small', () => {
    const sizes = [...tiles.values()].map(({ bytes }) => bytes.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(7_000_000);
    expect(Math.max(...sizes)).toBeLessThan(150_000);
  });

  it('shows a place by its people, and no quarter of a city', () => {
    const city = (name: string, population: number, featureCode = 'PPL') => ({
      name,
      population,
      featureCode,
      loc: { coordinates: [1, 2] as [number, number] },
    });
    expect(
      placesOf([city('hamlet', 500), city('village', 1000), city('quarter', 900_000, 'PPLX'), city('town', 20_000)]).map(
        ({ properties }) => properties,
      ),
    ).toEqual([
      { name: 'town', people: 20_000, zoom: 7 },
      { name: 'village', people: 1000, zoom: 9 },
    ]);
  });
});
