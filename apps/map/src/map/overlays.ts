import type { ExpressionSpecification } from 'maplibre-gl';
import type { App } from '../app.js';
import type { Schemas } from '../api/api.js';
import { FONT } from './basemap-style.js';
import type { MapScene } from './map-scene.js';
import { ringAround } from './object-features.js';

/** The layer that overlays of surfaces lie under: the lowest of ours. */
const LOWEST = 'accuracy';
const HEAT_CLOSEST_ZOOM = 10;
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

/** Shows where objects were in the last days, or takes it off. */
export function showHeatmap(app: App, scene: MapScene, days: number | undefined): void {
  if (days === undefined) {
    scene.overlay('heat', undefined);
    return scene.erase('heat');
  }
  const hour = 3_600_000;
  const to = Math.ceil(Date.now() / hour) * hour;
  const query = new URLSearchParams({ from: new Date(to - days * 24 * hour).toISOString(), to: new Date(to).toISOString() });
  const tiles = `/groups/${encodeURIComponent(app.workspace.id)}/heatmap/tiles/{z}/{x}/{y}.mvt?${query.toString()}`;
  const share: ExpressionSpecification = ['log10', ['max', 1, ['get', 'objects']]];
  scene.overlay('heat', (on) =>
    on.drawTiles(
      'heat',
      tiles,
      HEAT_CLOSEST_ZOOM,
      // Viridis, reversed: the same order of lightness for every kind of colour vision.
      [{ id: 'heat-cells', type: 'fill', source: 'heat', 'source-layer': 'heat', paint: { 'fill-color': ['interpolate', ['linear'], share, 0, '#b5de2b', 1, '#1f9e89', 2, '#31688e', 3.5, '#440154'], 'fill-opacity': 0.55, 'fill-outline-color': 'rgba(255,255,255,0.25)' } }],
      LOWEST,
    ),
  );
}
