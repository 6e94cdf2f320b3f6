import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { darkNow, isDark } from '../design/dark.js';
import { shownBasemap } from './basemap-choice.js';
import type { BoundingBox } from './bounding-box.js';
import { cameraOf, cameraText, CLOSEST_ZOOM } from './camera.js';
import { extentOf } from './extent.js';
import { keepCamera } from './last-camera.js';
import type { Cluster, Hovered, MapScene } from './map-scene.js';
import type { MapState } from './map-state.js';
import { ReportAge } from './report-age.js';

/** The drawn map. Its code is loaded separately, so the list appears first. */
export function MapCanvas({ state, onCluster }: { state: MapState; onCluster: (cluster: Cluster) => void }) {
  const app = useApp();
  const container = useRef<HTMLDivElement>(null);
  const failed = useSignal(false);
  const hovered = useSignal<Hovered | undefined>(undefined);
  /** The part of the address that the map itself has written. */
  const written = useRef<string | undefined>(undefined);
  const dark = isDark(app.preferences);

  useEffect(() => {
    let scene: MapScene | undefined;
    let gone = false;
    const begin = async (): Promise<void> => {
      const [{ MapScene, fontsLoaded }, extent] = await Promise.all([import('./map-scene.js'), startingExtent(app)]);
      await fontsLoaded();
      // A link may have led elsewhere meanwhile; the element is then removed before this part has ended.
      if (gone || container.current === null) return;
      try {
        scene = new MapScene({
          container: container.current,
          settings: app.settings,
          workspace: app.workspace.id,
          dark: darkNow(),
          basemap: shownBasemap(app.settings, app.preferences.basemap.peek()),
          units: app.preferences.units.peek(),
          camera: cameraOf(app.address.now.peek().more.at) ?? { lat: 25, lon: 10, zoom: 1.3 },
          locale: { 'AttributionControl.ToggleAttribution': app.words.peek().map.credit, 'Map.Title': app.words.peek().map.label },
          token: () => app.session.token(),
          onSelect: (id) => app.address.go({ page: 'Map', id }),
          onCluster,
          onHover: (now) => (hovered.value = now),
          onMoved: (view, camera, by) => {
            if (by === 'hand') state.followed.value = undefined;
            state.moved(view, camera.zoom);
            if (!app.session.shared) keepCamera(app.workspace.id, camera);
            const { more } = app.address.now.peek();
            const before = written.current;
            written.current = cameraText(camera);
            // The back button leads to the previous view.
            if (by === 'request' && before !== undefined && more.at === before) app.address.go({ more: { ...more, at: written.current } });
            else app.address.replace({ more: { ...more, at: written.current } });
          },
          onDrawn: (names, numbers) => state.addNames(names, numbers),
        });
      } catch (error) {
        console.error(error);
        failed.value = true;
        // The list works without a map.
        state.moved({ west: -180, south: -90, east: 180, north: 90 }, 0);
        return;
      }
      scene.map.getCanvas().setAttribute('aria-description', app.words.peek().map.help);
      if (extent !== undefined) scene.fit(extent.box, { at: 'once', maxZoom: extent.maxZoom });
      state.scene.value = scene;
      state.drawAll();
    };
    void begin();
    return () => {
      gone = true;
      state.scene.value = undefined;
      scene?.destroy();
    };
  }, [state]);

  const basemap = shownBasemap(app.settings, app.preferences.basemap.value);
  useEffect(() => state.scene.peek()?.setTheme(dark, basemap), [dark, basemap]);
  useSignalEffect(() => {
    const inView = state.live.inView.value;
    if (inView.is === 'too-many') state.drawAll();
  });
  // A link, an action, a saved view or the back button asks to see that place.
  useSignalEffect(() => {
    const { at } = app.address.now.value.more;
    const camera = at === written.current ? undefined : cameraOf(at);
    if (camera !== undefined) state.scene.value?.map.jumpTo({ center: [camera.lon, camera.lat], zoom: camera.zoom });
  });
  useSignalEffect(() =>
    state.scene.value?.setColouring({
      colours: state.colours.value,
      field: state.colouredBy.value || undefined,
      ranges: state.ranges.value,
    }),
  );
  useSignalEffect(() => {
    const now = app.clock.now.value;
    if (!state.past.value) state.scene.value?.setTime(now);
  });

  if (failed.value) return <p class="whole">{app.words.value.map.unavailable}</p>;
  return (
    <>
      <div ref={container} class="map-canvas" />
      {hovered.value !== undefined && <HoverCard {...hovered.value} />}
    </>
  );
}

function HoverCard(hovered: Hovered) {
  const { words, format } = useApp();
  const card = useRef<HTMLDivElement>(null);
  const { x, y } = hovered;
  useEffect(() => {
    card.current!.style.translate = `${x + 14}px ${y + 14}px`;
  }, [x, y]);
  return (
    <div ref={card} class="map-hover" aria-hidden="true">
      {'object' in hovered ? (
        <>
          <strong>{hovered.object.title || hovered.object.id}</strong>
          {hovered.object.type !== '' && <span> · {hovered.object.type}</span>}
          <div class="quiet-text">
            <ReportAge observedAt={hovered.object.observedAt * 1000} />
          </div>
        </>
      ) : (
        <>
          <strong>{words.value.map.cluster(format.value.number(hovered.cluster.count))}</strong>
          {hovered.cluster.types.map(([type, count]) => (
            <div key={type} class="quiet-text">
              {format.value.number(count)} {type}
            </div>
          ))}
        </>
      )}
    </div>
  );
}

/** The initial view if no place is given: the shared area, otherwise around all objects. */
async function startingExtent(app: ReturnType<typeof useApp>): Promise<{ box: BoundingBox; maxZoom?: number } | undefined> {
  const { more } = app.address.now.peek();
  if (cameraOf(more.at) !== undefined) return undefined;
  const [west, south, east, north] = app.session.shown.peek()?.shows.bbox ?? [];
  if (west !== undefined) return { box: { west, south: south!, east: east!, north: north! }, maxZoom: CLOSEST_ZOOM };
  const box = await extentOf(app.workspace.id, app.fetch).catch(() => undefined);
  return box && { box };
}
