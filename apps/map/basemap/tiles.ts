import { gzipSync } from 'node:zlib';
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Atlas } from './atlas.js';

/** Closer views are drawn from these tiles as well; further tiles would be larger without being more precise. */
export const CLOSEST_ZOOM = 6;

const EXTENT = 4096;

export interface BasemapTile {
  z: number;
  x: number;
  y: number;
  /** Mapbox Vector Tile 2.1, gzip. */
  bytes: Buffer;
}

/** Every tile with content, from the whole world to `CLOSEST_ZOOM`. */
export function* basemapTiles(atlas: Atlas): Generator<BasemapTile> {
  const { places, ...drawn } = atlas;
  const layers = Object.entries(drawn).map(([name, features]) => [name, indexed(features)] as const);
  for (let z = 0; z <= CLOSEST_ZOOM; z++) {
    const shown = indexed(z === CLOSEST_ZOOM ? places : places.filter(({ properties }) => (properties!.zoom as number) <= z + 1));
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const bytes = encoded([...layers, ['places', shown] as const], z, x, y);
        if (bytes !== undefined) yield { z, x, y, bytes };
      }
    }
  }
}

function indexed(features: readonly GeoJSON.Feature[]): GeoJSONVT {
  return new GeoJSONVT(
    { type: 'FeatureCollection', features: [...features] },
    { maxZoom: CLOSEST_ZOOM, indexMaxZoom: 3, tolerance: 3, extent: EXTENT, buffer: 64 },
  );
}

function encoded(layers: readonly (readonly [string, GeoJSONVT])[], z: number, x: number, y: number): Buffer | undefined {
  const found: Record<string, GeoJSONVTTile> = {};
  for (const [name, index] of layers) {
    const tile = index.getTile(z, x, y);
    if (tile !== null && tile.features.length > 0) found[name] = tile;
  }
  return Object.keys(found).length === 0 ? undefined : gzipSync(fromGeojsonVt(found, { version: 2, extent: EXTENT }), { level: 9 });
}
