import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../../app/app.js';
import { darkNow, isDark } from '../../design/dark.js';
import { shownBasemap } from '../../map/basemap-choice.js';
import { boxAround } from '../../map/bounding-box.js';
import { extentOf } from '../../map/extent.js';
import type { MapScene } from '../../map/map-scene.js';
import { showAreas } from '../../map/overlays.js';
import type { Drawing, Tool } from './drawing.js';
import { geometryOf, type Outline } from './outline.js';

/** A map with the existing objects and areas on which an outline is drawn. People who cannot see it type the corners next to it. */
export function AreaMap({
  outline,
  tool,
  preview,
  children,
}: {
  outline?: Signal<Outline>;
  tool?: Signal<Tool>;
  preview?: Signal<GeoJSON.FeatureCollection>;
  children?: ComponentChildren;
}) {
  const app = useApp();
  const container = useRef<HTMLDivElement>(null);
  const scene = useSignal<MapScene | undefined>(undefined);
  const drawing = useRef<Drawing | undefined>(undefined);
  const failed = useSignal(false);
  const dark = isDark(app.preferences);
  const { map, administration } = app.words.value;

  useEffect(() => {
    let gone = false;
    const begin = async (): Promise<void> => {
      const shown = outline && boxOf(geometryOf(outline.peek()) as unknown as GeoJSON.Geometry);
      const [{ MapScene, fontsLoaded }, { Drawing: Draw }, extent] = await Promise.all([
        import('../../map/map-scene.js'),
        import('./drawing.js'),
        shown ?? extentOf(app.workspace.id, app.fetch).catch(() => undefined),
      ]);
      await fontsLoaded();
      // A link may have led elsewhere meanwhile; the element is then removed before this part has ended.
      if (gone || container.current === null) return;
      try {
        const made = new MapScene({
          container: container.current,
          settings: app.settings,
          workspace: app.workspace.id,
          dark: darkNow(),
          basemap: shownBasemap(app.settings, app.preferences.basemap.peek()),
          units: app.preferences.units.peek(),
          camera: { lat: 25, lon: 10, zoom: 1.3 },
          locale: {
            'AttributionControl.ToggleAttribution': app.words.peek().map.credit,
            'Map.Title': app.words.peek().administration.areas.map,
          },
          token: () => app.session.token(),
          onSelect: () => undefined,
          onCluster: () => undefined,
          onHover: () => undefined,
          onMoved: () => undefined,
          onDrawn: () => undefined,
        });
        if (extent !== undefined) made.fit(extent, { at: 'once' });
        if (outline !== undefined && tool !== undefined) drawing.current = new Draw(made, outline, tool);
        scene.value = made;
        await showAreas(app, made, true).catch(() => undefined);
      } catch (error) {
        console.error(error);
        failed.value = true;
      }
    };
    void begin();
    return () => {
      gone = true;
      scene.peek()?.destroy();
    };
  }, []);
  useEffect(() => scene.peek()?.setTheme(dark), [dark]);
  useSignalEffect(() => {
    if (outline?.value !== undefined && scene.value !== undefined) drawing.current?.show();
  });
  useSignalEffect(() => {
    if (scene.value !== undefined) scene.value.map.getCanvas().style.cursor = tool?.value === 'none' ? '' : 'crosshair';
  });
  useSignalEffect(() => {
    const [data, on] = [preview?.value, scene.value];
    if (data === undefined || on === undefined) return;
    on.overlay('area-preview', () =>
      on.draw('area-preview', data, [
        { id: 'area-preview-line', type: 'line', source: 'area-preview', paint: { 'line-color': '#d55e00', 'line-width': 2.5 } },
      ]),
    );
    const box = boxAround(data.features.flatMap(({ geometry }) => positionsOf(geometry)));
    if (box !== undefined) on.fit(box, { at: 'once' });
  });
  return (
    <div class="area-map">
      {failed.value ? (
        <p class="whole">{map.unavailable}</p>
      ) : (
        <div
          ref={container}
          class="area-map-canvas"
          role="region"
          aria-busy="true"
          aria-label={administration.areas.map}
          aria-description={administration.areas.mapHelp}
        />
      )}
      <div class="area-map-tools">{children}</div>
    </div>
  );
}

function boxOf(geometry: GeoJSON.Geometry | { type: 'Circle'; center: [number, number]; radius: number }) {
  if (geometry.type !== 'Circle') return boxAround(positionsOf(geometry));
  const [lon, lat] = geometry.center;
  const degrees = geometry.radius / 111_320;
  return geometry.radius === 0
    ? undefined
    : { west: lon - 2 * degrees, east: lon + 2 * degrees, south: lat - degrees, north: lat + degrees };
}

function positionsOf(geometry: GeoJSON.Geometry): { lat: number; lon: number }[] {
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return [];
  return (geometry.coordinates.flat(geometry.type === 'Polygon' ? 1 : 2) as unknown as [number, number][]).map(([lon, lat]) => ({
    lat,
    lon,
  }));
}
