import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { Schemas } from '../api/api.js';
import type { App } from '../app/app.js';
import { coloursOf } from '../design/colours.js';
import { FONT } from './basemap-style.js';
import type { MapScene } from './map-scene.js';
import { ringAround } from './object-features.js';

/** The lowest of our layers; overlays with areas are below it. */
const LOWEST = 'accuracy';
/** The lowest layer of markers; the labels of objects are below it. */
const MARKERS = 'objects-heading';
/** From this zoom on, tiles have the server's smallest cells, of 2,000 m²; closer, the same cells are drawn larger. */
const HEAT_CLOSEST_ZOOM = 17;
const AREA_PAGE = 1000;
const AREA_PAGES = 10;

/** For areas without a category. */
const AREA_COLOUR = '#9a5bd0';

/** Shows areas in the colours of their categories, with their names, or removes them. @returns the colours of the categories */
export async function showAreas(app: App, scene: MapScene, on: boolean): Promise<ReadonlyMap<string, string>> {
  if (!on) {
    scene.overlay('areas', undefined);
    scene.erase('areas');
    return new Map();
  }
  const areas = await readAreas(app);
  const colours = (): ReadonlyMap<string, string> =>
    coloursOf(
      areas.flatMap(({ category }) => category ?? []),
      scene.onDark,
    );
  scene.overlay('areas', (on) => {
    const colourOf = colours();
    const data: GeoJSON.FeatureCollection = {
      type: 'FeatureCollection',
      features: areas.map((area) => featureOfArea(area, colourOf.get(area.category ?? '') ?? AREA_COLOUR)),
    };
    const colour: ExpressionSpecification = ['get', 'colour'];
    on.draw(
      'areas',
      data,
      [
        { id: 'areas-fill', type: 'fill', source: 'areas', paint: { 'fill-color': colour, 'fill-opacity': 0.12 } },
        { id: 'areas-line', type: 'line', source: 'areas', paint: { 'line-color': colour, 'line-width': 2 } },
      ],
      LOWEST,
    );
    on.draw('areas', data, [nameLayer(on.onDark)], MARKERS);
  });
  return colours();
}

/** Names are placed where markers leave room, and labels of objects give way to them. */
function nameLayer(dark: boolean): LayerSpecification {
  return {
    id: 'areas-name',
    type: 'symbol',
    source: 'areas',
    layout: {
      'text-field': ['get', 'name'],
      'text-font': [FONT],
      'text-size': 12,
      'text-variable-anchor': ['center', 'bottom', 'top', 'left', 'right'],
      'text-radial-offset': 1.8,
    },
    paint: {
      'text-color': dark ? '#eef2f5' : '#17212b',
      'text-halo-color': dark ? 'rgba(18,23,27,0.9)' : 'rgba(255,255,255,0.9)',
      'text-halo-width': 1.8,
    },
  };
}

/** All areas of the workspace, up to 10,000. @throws ApiProblem */
export async function readAreas(app: App): Promise<Schemas['Area'][]> {
  const areas: Schemas['Area'][] = [];
  for (let after: string | undefined, pages = 0; pages < AREA_PAGES; pages++) {
    const { data } = await app.api.GET('/groups/{groupID}/areas', {
      params: { path: { groupID: app.workspace.id }, query: { limit: AREA_PAGE, after } },
    });
    const page = data as unknown as { areas: Schemas['Area'][]; next: string | null };
    areas.push(...page.areas);
    if (page.next === null) break;
    after = page.next;
  }
  return areas;
}

function featureOfArea({ areaId, name, geometry }: Schemas['Area'], colour: string): GeoJSON.Feature {
  const shape = geometry as unknown as
    | GeoJSON.Polygon
    | GeoJSON.MultiPolygon
    | { type: 'Circle'; center: [number, number]; radius: number };
  const outline = shape.type === 'Circle' ? ringAround(shape.center[1], shape.center[0], shape.radius).geometry : shape;
  return { type: 'Feature', id: areaId, properties: { name, colour }, geometry: outline };
}

/** The measures of a heatmap's cell: objects, their reports, or their time in the cell. */
export const HEAT_MEASURES = ['objects', 'observations', 'dwell'] as const;
export type HeatMeasure = (typeof HEAT_MEASURES)[number];
export const HEAT_DAYS = [1, 7, 30] as const;
export type HeatDays = (typeof HEAT_DAYS)[number];

export const HEAT_OPACITY = 0.55;
/** Viridis, reversed: its order by lightness is visible with all kinds of colour vision. */
const HEAT_COLOURS = ['#b5de2b', '#1f9e89', '#31688e', '#440154'];
/** The bounds of the colours. Time is in seconds: a minute, an hour, a day, a week. */
const HEAT_SCALES: Record<HeatMeasure, readonly number[]> = {
  objects: [1, 10, 100, 1000],
  observations: [1, 100, 10_000, 1_000_000],
  dwell: [60, 3600, 86_400, 604_800],
};
const HEAT_PROPERTIES: Record<HeatMeasure, string> = { objects: 'objects', observations: 'observations', dwell: 'dwellSeconds' };

/** The bounds with their colours, for the legend. */
export const heatSteps = (measure: HeatMeasure): { count: number; colour: string }[] =>
  HEAT_SCALES[measure].map((count, index) => ({ count, colour: HEAT_COLOURS[index]! }));

/** The heatmap in the address: the days from its layers, and the measure. */
export function heatIn({ layers = '', heat = '' }: Readonly<Record<string, string>>): { days: HeatDays | undefined; measure: HeatMeasure } {
  const shown = layers.split(',');
  return {
    days: HEAT_DAYS.find((days) => shown.includes(`heat${days}`)),
    measure: HEAT_MEASURES.find((measure) => measure === heat) ?? 'objects',
  };
}

/** Shows where objects were in the last days, or removes the heatmap. */
export function showHeatmap(app: App, scene: MapScene, days: HeatDays | undefined, measure: HeatMeasure): void {
  if (days === undefined) {
    scene.overlay('heat', undefined);
    return scene.erase('heat');
  }
  const hour = 3_600_000;
  const to = Math.ceil(Date.now() / hour) * hour;
  const query = new URLSearchParams({
    from: new Date(to - days * 24 * hour).toISOString(),
    to: new Date(to).toISOString(),
    aggregate: measure,
  });
  const tiles = `/groups/${encodeURIComponent(app.workspace.id)}/heatmap/tiles/{z}/{x}/{y}.mvt?${query.toString()}`;
  const power: ExpressionSpecification = ['log10', ['max', 1, ['get', HEAT_PROPERTIES[measure]]]];
  const steps = heatSteps(measure).flatMap(({ count, colour: of }) => [Math.log10(count), of]);
  const colour = ['interpolate', ['linear'], power, ...steps] as unknown as ExpressionSpecification;
  scene.overlay('heat', (on) =>
    on.drawTiles(
      'heat',
      tiles,
      HEAT_CLOSEST_ZOOM,
      [
        {
          id: 'heat-cells',
          type: 'fill',
          source: 'heat',
          'source-layer': 'heat',
          paint: { 'fill-color': colour, 'fill-opacity': HEAT_OPACITY, 'fill-outline-color': 'rgba(255,255,255,0.25)' },
        },
      ],
      LOWEST,
    ),
  );
}
