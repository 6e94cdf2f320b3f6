import type { App } from '../app.js';
import type { MapScene } from './map-scene.js';

/** Metres; a line on a screen shows no more. */
const SIMPLIFIED_TO = 5;

/** Draws where an object was in the last hours, until it is taken off. @returns how many reports there were @throws ApiProblem */
export async function showTrail(app: App, scene: MapScene, externalId: string, hours: number, ended: AbortSignal): Promise<void> {
  const from = new Date(Date.now() - hours * 3_600_000).toISOString();
  const query = new URLSearchParams({ format: 'geojson', geometry: 'lines', from, simplify: String(SIMPLIFIED_TO) });
  const address = `${location.origin}/groups/${encodeURIComponent(app.workspace.id)}/externalObjects/${encodeURIComponent(externalId)}/history?${query.toString()}`;
  const response = await app.fetch(new Request(address, { signal: ended }));
  const data = (await response.json()) as GeoJSON.FeatureCollection;
  if (ended.aborted) return;
  scene.overlay('trail', (on) =>
    on.draw(
      'trail',
      data,
      [
        { id: 'trail-edge', type: 'line', source: 'trail', layout: { 'line-cap': 'round', 'line-join': 'round' }, paint: { 'line-color': '#ffffff', 'line-width': 6, 'line-opacity': 0.7 } },
        { id: 'trail-line', type: 'line', source: 'trail', layout: { 'line-cap': 'round', 'line-join': 'round' }, paint: { 'line-color': '#d55e00', 'line-width': 3 } },
      ],
      'accuracy',
    ),
  );
}

export function hideTrail(scene: MapScene): void {
  scene.overlay('trail', undefined);
  scene.erase('trail');
}
