import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { EXTENT } from '../space/tile.js';
import type { TileFeature } from './tile-features.js';

export interface TileLayers {
  /** One feature for each object. */
  objects: readonly TileFeature[];
  /** One feature for several objects. */
  clusters: readonly TileFeature[];
}

/** A Mapbox Vector Tile, version 2.1, of points; undefined if it is empty. */
export function encodeTile({ objects, clusters }: TileLayers): Uint8Array | undefined {
  const layers = Object.entries({ objects, clusters }).filter(([, features]) => features.length > 0);
  if (layers.length === 0) return undefined;
  const tiles = Object.fromEntries(
    layers.map(([name, features]) => [
      name,
      { features: features.map(({ point, properties }) => ({ type: 1 as const, geometry: [point], tags: properties })) },
    ]),
  );
  return fromGeojsonVt(tiles as never, { version: 2, extent: EXTENT });
}
