import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { expect } from 'vitest';

export type TileLayers = Record<string, Record<string, unknown>[]>;

/** Layers of a tile with the properties and places of their features; none for an empty tile. */
export async function tileLayers(path: string, answer: Response): Promise<TileLayers> {
  if (answer.status === 204) return {};
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/vnd.mapbox-vector-tile']);
  const [z, x, y] = /(\d+)\/(\d+)\/(\d+)\.mvt/.exec(path)!.slice(1).map(Number) as [number, number, number];
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(await answer.arrayBuffer())));
  return Object.fromEntries(
    Object.entries(layers).map(([name, layer]) => [
      name,
      Array.from({ length: layer.length }, (_, at) => {
        const feature = layer.feature(at);
        const [lon, lat] = (feature.toGeoJSON(x, y, z).geometry as unknown as { coordinates: [number, number] }).coordinates;
        return { ...feature.properties, lon, lat };
      }),
    ]),
  );
}
