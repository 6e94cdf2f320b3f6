import type { ExpressionSpecification } from 'maplibre-gl';
import type { App } from '../app.js';
import type { Schemas } from '../api/api.js';
import { FONT } from './basemap-style.js';
import type { MapScene } from './map-scene.js';
import { ringAround } from './object-features.js';

/** The layer that overlays of surfaces lie under: the lowest of ours. */
const LOWEST = 'accuracy';
/** From here on tiles have the server's finest cells, of 0.7 km²: closer by, the same cells are drawn larger. */
const HEAT_CLOSEST_ZOOM = 12;
const AREA_PAGE = 1000;
const AREA_PAGES = 10;

/** Shows areas with their names, or takes them off. */
export async function showAreas(app: App, scene: MapScene, on: boolean): Promise<void> {
  if (!on) {
    scene.overlay('areas', undefined);
    return scene.erase('areas');
  }
  const data: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: (await readAreas(app)).map(featureOfArea) };
  scene.overlay('areas', (on) => {
    const colour = '#9a5bd0';
    on.draw(
      'areas',
      data,
      [
        { id: 'areas-fill', type: 'fill', source: 'areas', paint: { 'fill-color': colour, 'fill-opacity': 0.12 } },
        { id: 'areas-line', type: 'line', source: 'areas', paint: { 'line-color': colour, 'line-width': 2 } },
        { id: 'areas-name', type: 'symbol', source: 'areas', layout: { 'text-field': ['get', 'name'], 'text-font': [FONT], 'text-size': 12 }, paint: { 'text-color': colour, 'text-halo-color': 'rgba(255,255,255,0.85)', 'text-halo-width': 1.5 } },
      ],
      LOWEST,
    );
  });
}

/** All areas of the workspace, up to 10,000. @throws ApiProblem */
export async function readAreas(app: App): Promise<Schemas['Area'][]> {
  const areas: Schemas['Area'][] = [];
  for (let after: string | undefined, pages = 0; pages < AREA_PAGES; pages++) {
    const { data } = await app.api.GET('/groups/{groupID}/areas', { params: { path: { groupID: app.workspace.id }, query: { limit: AREA_PAGE, after } } });
    const page = data as unknown as { areas: Schemas['Area'][]; next: string | null };
    areas.push(...page.areas);
    if (page.next === null) break;
    after = page.next;
  }
  return areas;
}

function featureOfArea({ areaId, name, geometry }: Schemas['Area']): GeoJSON.Feature {
  const shape = geometry as unknown as GeoJSON.Polygon | GeoJSON.MultiPolygon | { type: 'Circle'; center: [number, number]; radius: number };
  const outline = shape.type === 'Circle' ? ringAround(shape.center[1], shape.center[0], shape.radius).geometry : shape;
  return { type: 'Feature', id: areaId, properties: { name }, geometry: outline };
}

/** What a cell of the heatmap counts: the objects that were there, or their reports. */
export const HEAT_MEASURES = ['objects', 'observations'] as const;
export type HeatMeasure = (typeof HEAT_MEASURES)[number];
export const HEAT_DAYS = [1, 7, 30] as const;
export type HeatDays = (typeof HEAT_DAYS)[number];

export const HEAT_OPACITY = 0.55;
/** Colours of the heatmap by the decimal power of what a cell counts. Viridis, reversed: the same order of lightness for every kind of colour vision. */
const HEAT_SCALES: Record<HeatMeasure, readonly (readonly [power: number, colour: string])[]> = {
  objects: [[0, '#b5de2b'], [1, '#1f9e89'], [2, '#31688e'], [3, '#440154']],
  observations: [[0, '#b5de2b'], [2, '#1f9e89'], [4, '#31688e'], [6, '#440154']],
};

/** How many have which colour, for the legend. */
export const heatSteps = (measure: HeatMeasure): { count: number; colour: string }[] => HEAT_SCALES[measure].map(([power, colour]) => ({ count: 10 ** power, colour }));

/** What the address says of the heatmap: the days among its layers, and the measure. */
export function heatIn({ layers = '', heat = '' }: Readonly<Record<string, string>>): { days: HeatDays | undefined; measure: HeatMeasure } {
  const shown = layers.split(',');
  return { days: HEAT_DAYS.find((days) => shown.includes(`heat${days}`)), measure: HEAT_MEASURES.find((measure) => measure === heat) ?? 'objects' };
}

/** Shows where objects were in the last days, or takes it off. */
export function showHeatmap(app: App, scene: MapScene, days: HeatDays | undefined, measure: HeatMeasure): void {
  if (days === undefined) {
    scene.overlay('heat', undefined);
    return scene.erase('heat');
  }
  const hour = 3_600_000;
  const to = Math.ceil(Date.now() / hour) * hour;
  const query = new URLSearchParams({ from: new Date(to - days * 24 * hour).toISOString(), to: new Date(to).toISOString(), aggregate: measure });
  const tiles = `/groups/${encodeURIComponent(app.workspace.id)}/heatmap/tiles/{z}/{x}/{y}.mvt?${query.toString()}`;
  const power: ExpressionSpecification = ['log10', ['max', 1, ['get', measure]]];
  const colour = ['interpolate', ['linear'], power, ...HEAT_SCALES[measure].flat()] as unknown as ExpressionSpecification;
  scene.overlay('heat', (on) =>
    on.drawTiles('heat', tiles, HEAT_CLOSEST_ZOOM, [{ id: 'heat-cells', type: 'fill', source: 'heat', 'source-layer': 'heat', paint: { 'fill-color': colour, 'fill-opacity': HEAT_OPACITY, 'fill-outline-color': 'rgba(255,255,255,0.25)' } }], LOWEST),
  );
}
