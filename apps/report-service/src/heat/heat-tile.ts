import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { COARSEST, FINEST_REQUESTED, type HeatBox, outline } from '../space/cells.js';
import type { HeatCell } from './heat-query.js';

export interface TileAddress {
  z: number;
  x: number;
  y: number;
}

export const DEEPEST_ZOOM = 22;
const EXTENT = 4096;
const MERCATOR_LATITUDE = 85.051_128_78;

/** The resolution with cells of about thirty pixels at a zoom. */
export const resolutionAt = (zoom: number): number => Math.max(COARSEST, Math.min(FINEST_REQUESTED, Math.floor((zoom * 2) / 3)));

const latitudeAt = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** The box of a tile of the Web Mercator grid. */
export function tileBox({ z, x, y }: TileAddress): HeatBox {
  const size = 2 ** -z;
  return { west: x * size * 360 - 180, east: (x + 1) * size * 360 - 180, north: latitudeAt(y * size), south: latitudeAt((y + 1) * size) };
}

/** The cells as a vector tile with one layer, `heat`, whose features are their outlines. */
export function heatTile(cells: readonly HeatCell[], address: TileAddress): Uint8Array {
  const features = cells.map(({ cell, objects, observations, mean, max, dwellSeconds }) => ({
    type: 3,
    geometry: [outline(cell).map((corner) => onTile(corner, address))],
    tags: {
      cell,
      objects,
      observations,
      ...(mean !== undefined && mean !== null && { mean }),
      ...(max !== undefined && max !== null && { max }),
      ...(dwellSeconds !== undefined && { dwellSeconds }),
    },
  }));
  return fromGeojsonVt({ heat: { features } as never }, { version: 2, extent: EXTENT });
}

function onTile([lon, lat]: [number, number], { z, x, y }: TileAddress): [number, number] {
  const scale = 2 ** z;
  const sine = Math.sin((Math.max(-MERCATOR_LATITUDE, Math.min(MERCATOR_LATITUDE, lat)) * Math.PI) / 180);
  const mercator = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [Math.round(((lon / 360 + 0.5) * scale - x) * EXTENT), Math.round((mercator * scale - y) * EXTENT)];
}
