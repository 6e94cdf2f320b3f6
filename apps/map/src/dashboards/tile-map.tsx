import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type App, useApp } from '../app/app.js';
import { coloursOf } from '../design/colours.js';
import { darkNow, isDark } from '../design/dark.js';
import { shownBasemap } from '../map/basemap-choice.js';
import { type BoundingBox, boxAround } from '../map/bounding-box.js';
import { extentOf } from '../map/extent.js';
import { fontsLoaded, MapScene } from '../map/map-scene.js';
import { featureOf } from '../map/object-features.js';
import type { TileData } from './tile-data.js';

/** A small map of a tile's objects, or of where objects were. New data is drawn in place, so the view stays where somebody moved it. */
export function TileMap({ data, label }: { data: ReadonlySignal<TileData>; label: string }) {
  const app = useApp();
  const container = useRef<HTMLDivElement>(null);
  const failed = useSignal(false);
  const scene = useSignal<MapScene | undefined>(undefined);
  const dark = isDark(app.preferences);
  useEffect(() => {
    let made: MapScene | undefined;
    let gone = false;
    const begin = async (): Promise<void> => {
      const [box] = await Promise.all([boxOf(app, data.peek()), fontsLoaded()]);
      // A link may have led elsewhere meanwhile; the element is then removed before this part has ended.
      if (gone || container.current === null) return;
      try {
        made = new MapScene({
          container: container.current,
          settings: app.settings,
          workspace: app.workspace.id,
          dark: darkNow(),
          basemap: shownBasemap(app.settings, app.preferences.basemap.peek()),
          units: app.preferences.units.peek(),
          camera: { lat: 25, lon: 10, zoom: 0.5 },
          locale: { 'AttributionControl.ToggleAttribution': app.words.peek().map.credit, 'Map.Title': label },
          token: () => app.session.token(),
          onSelect: (id) => id !== undefined && app.address.go({ page: 'Map', id, more: {} }),
          onCluster: (cluster) => made!.takeApart(cluster),
          onMoved: () => undefined,
          onHover: () => undefined,
          onDrawn: (types) => made!.setColouring({ colours: coloursOf(types, made!.onDark), field: undefined }),
        });
        if (box !== undefined) made.fit(box, { at: 'once' });
        scene.value = made;
      } catch (error) {
        console.error(error);
        failed.value = true;
      }
    };
    void begin();
    return () => {
      gone = true;
      made?.destroy();
    };
  }, []);
  useSignalEffect(() => {
    if (scene.value !== undefined) draw(scene.value, data.value);
  });
  useEffect(() => {
    const shown = scene.peek();
    if (shown === undefined) return;
    shown.setTheme(dark);
    draw(shown, data.peek());
  }, [dark]);
  if (failed.value) return <p class="quiet-text">{app.words.value.map.unavailable}</p>;
  return <div ref={container} class="dashboard-tile-map" role="group" aria-label={label} />;
}

/** The box around everything in the tile; undefined if it is empty. */
async function boxOf({ workspace, fetch }: App, { objects = [], cells, tilesOf }: TileData): Promise<BoundingBox | undefined> {
  if (tilesOf !== undefined) return extentOf(workspace.id, fetch).catch(() => undefined);
  return boxAround(
    cells?.features.flatMap(({ geometry }) =>
      geometry.coordinates.flatMap((ring) => ring.map(([lon, lat]) => ({ lat: lat!, lon: lon! }))),
    ) ?? objects.map(({ position }) => position),
  );
}

function draw(scene: MapScene, { objects = [], cells, tilesOf }: TileData): void {
  if (tilesOf === undefined) {
    scene.showObjects(objects.map((object) => featureOf(object)));
    scene.setColouring({
      colours: coloursOf(
        objects.map(({ type }) => type ?? '').filter((type) => type !== ''),
        scene.onDark,
      ),
      field: undefined,
    });
  } else {
    scene.setTypes(tilesOf);
    scene.showTiles();
    scene.refreshTiles();
  }
  if (cells === undefined) return;
  scene.overlay('cells', (on) =>
    on.draw('cells', cells as unknown as GeoJSON.FeatureCollection, [
      // The colours of the heatmap on the map page.
      {
        id: 'cells-fill',
        type: 'fill',
        source: 'cells',
        paint: {
          'fill-color': [
            'interpolate',
            ['linear'],
            ['log10', ['max', 1, ['get', 'objects']]],
            0,
            '#b5de2b',
            1,
            '#1f9e89',
            2,
            '#31688e',
            3.5,
            '#440154',
          ],
          'fill-opacity': 0.6,
        },
      },
    ]),
  );
}
