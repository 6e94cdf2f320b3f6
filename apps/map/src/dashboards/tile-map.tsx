import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { useApp } from '../app.js';
import { darkNow, useDark } from '../design/dark.js';
import { boxAround } from '../map/bounding-box.js';
import { coloursOf } from '../map/colours.js';
import { fontsLoaded, MapScene } from '../map/map-scene.js';
import { featureOf } from '../map/object-features.js';
import type { TileData } from './tile-data.js';

/** A small map of the objects of a tile, or of where objects were. */
export function TileMap({ data, label }: { data: TileData; label: string }) {
  const app = useApp();
  const container = useRef<HTMLDivElement>(null);
  const failed = useSignal(false);
  const scene = useRef<MapScene | undefined>(undefined);
  const dark = useDark();
  useEffect(() => {
    let gone = false;
    const begin = async (): Promise<void> => {
      await fontsLoaded();
      if (gone) return;
      try {
        scene.current = new MapScene({
          container: container.current!,
          settings: app.settings,
          workspace: app.workspace.id,
          dark: darkNow(),
          units: app.preferences.units.peek(),
          camera: { lat: 25, lon: 10, zoom: 0.5 },
          locale: { 'AttributionControl.ToggleAttribution': app.words.peek().map.credit, 'Map.Title': label },
          token: () => app.session.token(),
          onSelect: (id) => id !== undefined && app.address.go({ page: 'Map', id, more: {} }),
          onCluster: () => undefined,
          onMoved: () => undefined,
          onHover: () => undefined,
          onDrawn: () => undefined,
        });
        draw(scene.current, data);
      } catch (error) {
        console.error(error);
        failed.value = true;
      }
    };
    void begin();
    return () => {
      gone = true;
      scene.current?.destroy();
    };
  }, []);
  useEffect(() => scene.current?.setTheme(dark), [dark]);
  if (failed.value) return <p class="quiet-text">{app.words.value.map.unavailable}</p>;
  return <div ref={container} class="tile-map" role="group" aria-label={label} />;
}

function draw(scene: MapScene, { objects = [], cells }: TileData): void {
  scene.showObjects(objects.map((object) => featureOf(object)));
  scene.setColouring({ colours: coloursOf(objects.map(({ type }) => type ?? '').filter((type) => type !== '')), field: undefined });
  const corners = cells?.features.flatMap(({ geometry }) => geometry.coordinates.flatMap((ring) => ring.map(([lon, lat]) => ({ lat: lat!, lon: lon! })))) ?? objects.map(({ position }) => position);
  const box = boxAround(corners);
  if (box !== undefined) scene.fit(box, 'once');
  if (cells === undefined) return;
  scene.overlay('cells', (on) =>
    on.draw('cells', cells as unknown as GeoJSON.FeatureCollection, [
      // The colours of the map page's own heatmap.
      { id: 'cells-fill', type: 'fill', source: 'cells', paint: { 'fill-color': ['interpolate', ['linear'], ['log10', ['max', 1, ['get', 'objects']]], 0, '#b5de2b', 1, '#1f9e89', 2, '#31688e', 3.5, '#440154'], 'fill-opacity': 0.6 } },
    ]),
  );
}
