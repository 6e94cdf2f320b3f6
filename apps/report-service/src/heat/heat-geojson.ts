import { outline } from '../space/cells.js';
import type { HeatCell } from './heat-query.js';

/** Cells as a GeoJSON FeatureCollection (RFC 7946); the id of a feature is that of its H3 cell. */
export function heatGeoJson(cells: readonly HeatCell[]): object {
  return {
    type: 'FeatureCollection',
    features: cells.map(({ cell, ...properties }) => ({
      type: 'Feature',
      id: cell,
      geometry: { type: 'Polygon', coordinates: [outline(cell)] },
      properties,
    })),
  };
}
