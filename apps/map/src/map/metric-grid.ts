import { STREET_ZOOM } from './basemap-style.js';
import { type BoundingBox, widthOf } from './bounding-box.js';
import type { MapScene } from './map-scene.js';

const METRES_PER_DEGREE = 111_320;
const LINES = 8;

/** Shows a grid if the basemap has hardly any content: lines at a round distance in metres, which give a sense of scale. */
export function showGrid(scene: MapScene, view: BoundingBox, zoom: number): void {
  if (zoom < STREET_ZOOM) {
    scene.overlay('grid', undefined);
    return scene.erase('grid');
  }
  const data: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: gridLines(view) };
  scene.overlay('grid', (on) =>
    on.draw(
      'grid',
      data,
      [{ id: 'grid-lines', type: 'line', source: 'grid', paint: { 'line-color': '#7d8b97', 'line-opacity': 0.28, 'line-width': 1 } }],
      'accuracy',
    ),
  );
}

/** @returns lines of a grid that keeps its position when the view moves */
export function gridLines(view: BoundingBox): GeoJSON.Feature<GeoJSON.LineString>[] {
  const step = roundStep(((view.north - view.south) * METRES_PER_DEGREE) / LINES);
  const dLat = step / METRES_PER_DEGREE;
  // By the latitude of a band, so that the grid does not shift when the view moves within it.
  const band = Math.round((view.south + view.north) / 2);
  const dLon = dLat / Math.max(0.05, Math.cos((band * Math.PI) / 180));
  const lines: GeoJSON.Feature<GeoJSON.LineString>[] = [];
  const line = (coordinates: [number, number][]): void =>
    void lines.push({ type: 'Feature', properties: { step }, geometry: { type: 'LineString', coordinates } });
  const east = view.west + widthOf(view);
  for (let n = Math.ceil(view.south / dLat); n * dLat <= view.north; n++)
    line([
      [view.west, n * dLat],
      [east, n * dLat],
    ]);
  for (let n = Math.ceil(view.west / dLon); n * dLon <= east; n++)
    line([
      [n * dLon, view.south],
      [n * dLon, view.north],
    ]);
  return lines;
}

/** The next 1, 2 or 5 times a power of ten. */
export function roundStep(metres: number): number {
  const power = 10 ** Math.floor(Math.log10(metres));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= metres * 0.999)!;
}
