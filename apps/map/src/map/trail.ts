import type { LayerSpecification } from 'maplibre-gl';
import type { App } from '../app.js';
import { FONT } from './basemap-style.js';
import { type BoundingBox, boxAround } from './bounding-box.js';
import type { MapScene } from './map-scene.js';

/** Metres; a line on a screen shows no more. */
const SIMPLIFIED_TO = 5;
const ARROW = 'trail-arrow';
const ARROW_SIZE = 24;
const COLOUR = '#d55e00';

/** What is shown of where an object was; milliseconds since 1970. */
export interface TrailSpan {
  from: number;
  to: number;
}

type Line = GeoJSON.Feature<GeoJSON.LineString, { times: string[] }>;

/**
 * Draws where an object was in a span of time, with arrows along it and times beside it, until it is taken off.
 * @param text how a moment is written @returns the box around it; undefined: nothing was reported in the span @throws ApiProblem
 */
export async function showTrail(app: App, scene: MapScene, externalId: string, { from, to }: TrailSpan, text: (at: number) => string, ended: AbortSignal): Promise<BoundingBox | undefined> {
  const query = new URLSearchParams({ format: 'geojson', geometry: 'lines', from: new Date(from).toISOString(), to: new Date(to).toISOString(), simplify: String(SIMPLIFIED_TO) });
  const address = `${location.origin}/groups/${encodeURIComponent(app.workspace.id)}/externalObjects/${encodeURIComponent(externalId)}/history?${query.toString()}`;
  const response = await app.fetch(new Request(address, { signal: ended }));
  const { features } = (await response.json()) as { features: Line[] };
  if (ended.aborted) return undefined;
  const data: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [...features, ...timesAlong(features, text)] };
  const dark = scene.isDark;
  scene.overlay('trail', (on) => {
    if (!on.map.hasImage(ARROW)) on.map.addImage(ARROW, drawArrow(), { pixelRatio: 2 });
    on.draw('trail', data, trailLayers(dark), 'accuracy');
  });
  return boxAround(features.flatMap(({ geometry }) => geometry.coordinates.map(([lon, lat]) => ({ lat: lat!, lon: lon! }))));
}

export function hideTrail(scene: MapScene): void {
  scene.overlay('trail', undefined);
  scene.erase('trail');
}

/** A point with its time at each corner of the lines; those at the ends of all come first, and are always shown. */
export function timesAlong(lines: readonly Line[], text: (at: number) => string): GeoJSON.Feature<GeoJSON.Point, { time: string; end: boolean }>[] {
  const corners = lines.flatMap(({ geometry, properties }) => geometry.coordinates.map((place, n) => ({ place, at: Date.parse(properties.times[n] ?? '') }))).filter(({ at }) => !Number.isNaN(at));
  const ordered = [...corners].sort((a, b) => a.at - b.at);
  const ends = new Set([ordered[0], ordered.at(-1)]);
  return ordered.map((corner) => ({ type: 'Feature', properties: { time: text(corner.at), end: ends.has(corner) }, geometry: { type: 'Point', coordinates: corner.place } }));
}

/** Times stand wherever there is room for them: more of them the closer one looks. */
function trailLayers(dark: boolean): LayerSpecification[] {
  const from = { source: 'trail' } as const;
  const line = { 'line-cap': 'round', 'line-join': 'round' } as const;
  const label = { 'text-field': ['get', 'time'], 'text-font': [FONT], 'text-size': 11, 'text-variable-anchor': ['left', 'right', 'top', 'bottom'], 'text-radial-offset': 0.7, 'text-padding': 12 };
  const ink = { 'text-color': dark ? '#ffb27a' : '#8a3d00', 'text-halo-color': dark ? '#12171b' : '#ffffff', 'text-halo-width': 1.5 };
  return [
    { id: 'trail-edge', type: 'line', ...from, filter: ['==', ['geometry-type'], 'LineString'], layout: line, paint: { 'line-color': '#ffffff', 'line-width': 6, 'line-opacity': 0.7 } },
    { id: 'trail-line', type: 'line', ...from, filter: ['==', ['geometry-type'], 'LineString'], layout: line, paint: { 'line-color': COLOUR, 'line-width': 3 } },
    { id: 'trail-arrows', type: 'symbol', ...from, filter: ['==', ['geometry-type'], 'LineString'], layout: { 'symbol-placement': 'line', 'symbol-spacing': 80, 'icon-image': ARROW, 'icon-allow-overlap': true, 'icon-ignore-placement': true } },
    { id: 'trail-times', type: 'symbol', ...from, filter: ['all', ['==', ['geometry-type'], 'Point'], ['!', ['get', 'end']]], layout: label, paint: ink },
    { id: 'trail-end-dots', type: 'circle', ...from, filter: ['all', ['==', ['geometry-type'], 'Point'], ['get', 'end']], paint: { 'circle-radius': 4, 'circle-color': '#ffffff', 'circle-stroke-width': 2, 'circle-stroke-color': COLOUR } },
    { id: 'trail-ends', type: 'symbol', ...from, filter: ['all', ['==', ['geometry-type'], 'Point'], ['get', 'end']], layout: { ...label, 'text-padding': 2, 'text-allow-overlap': true }, paint: ink },
  ] as LayerSpecification[];
}

/** Points to the east, as lines run. */
function drawArrow(): ImageData {
  const pen = new OffscreenCanvas(ARROW_SIZE, ARROW_SIZE).getContext('2d')!;
  pen.beginPath();
  pen.moveTo(ARROW_SIZE - 2, ARROW_SIZE / 2);
  pen.lineTo(5, 3);
  pen.lineTo(9, ARROW_SIZE / 2);
  pen.lineTo(5, ARROW_SIZE - 3);
  pen.closePath();
  pen.fillStyle = COLOUR;
  pen.strokeStyle = '#ffffff';
  pen.lineWidth = 2;
  pen.stroke();
  pen.fill();
  return pen.getImageData(0, 0, ARROW_SIZE, ARROW_SIZE);
}
