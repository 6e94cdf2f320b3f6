import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { type App, useApp } from '../../app/app.js';
import { darkNow } from '../../design/dark.js';
import { Icon } from '../../design/icon.js';
import { shownBasemap } from '../../map/basemap-choice.js';
import { extentOf } from '../../map/extent.js';
import { lastCamera } from '../../map/last-camera.js';
import { coordinatesIn } from '../../place-search/coordinates.js';
import { COORDINATES_ZOOM, PlaceResults, type PlaceTarget } from '../../place-search/place-results.js';
import { devicePlace, type Place, placeIsAllowed } from './device-place.js';
import type { PinMap } from './pin-map.js';

const WORLD = { lat: 25, lon: 10, zoom: 1 };
const CLOSE_ZOOM = 16;

/**
 * A full-window map with a pin fixed in its centre. @param start initial position; undefined: the main map's last view, the device's
 * position, or around all objects
 */
export function PinDialog({ start, onPlaced, onClose }: { start: Place | undefined; onPlaced: (at: Place) => void; onClose: () => void }) {
  const app = useApp();
  const { app: general, scanning } = app.words.value;
  const texts = scanning.place;
  const dialog = useRef<HTMLDialogElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const heading = useId();
  const pin = useSignal<PinMap | undefined>(undefined);
  const failed = useSignal(false);
  const at = useSignal<Place | undefined>(undefined);
  const text = useSignal('');
  useEffect(() => {
    const before = document.activeElement;
    dialog.current!.showModal();
    let gone = false;
    const begin = async (): Promise<void> => {
      const { PinMap } = await import('./pin-map.js');
      if (gone || container.current === null) return;
      const camera = start === undefined ? lastCamera(app.workspace.id) : { ...start, zoom: CLOSE_ZOOM };
      const made = new PinMap({
        container: container.current,
        settings: app.settings,
        dark: darkNow(),
        basemap: shownBasemap(app.settings, app.preferences.basemap.peek()),
        camera: camera ?? WORLD,
        label: app.words.peek().scanning.place.mapLabel,
        locale: { 'AttributionControl.ToggleAttribution': app.words.peek().map.credit },
        onMoved: (centre) => (at.value = centre),
      });
      pin.value = made;
      made.focus();
      if (camera === undefined) await findStart(app, made, () => gone);
    };
    begin().catch((error: unknown) => {
      console.error(error);
      failed.value = true;
    });
    return () => {
      gone = true;
      pin.peek()?.destroy();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const target: PlaceTarget = {
    goTo: (place) => found(() => pin.peek()?.goTo(place)),
    fit: (box) => found(() => pin.peek()?.fit(box)),
  };
  const found = (move: () => void): void => {
    text.value = '';
    move();
    pin.peek()?.focus();
  };
  const enter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // The dialog may be inside a form, which must not be submitted.
    event.preventDefault();
    const coordinates = coordinatesIn(text.peek());
    if (coordinates !== undefined) target.goTo({ ...coordinates, zoom: COORDINATES_ZOOM });
  };
  return (
    <dialog ref={dialog} class="place-pin" aria-labelledby={heading} onCancel={(event) => (event.preventDefault(), onClose())}>
      <header class="place-pin-head">
        <h2 id={heading}>{texts.pinTitle}</h2>
        <div class="search-field" role="search">
          <Icon name="search" />
          <input
            type="search"
            placeholder={texts.pinSearch}
            aria-label={texts.pinSearch}
            value={text.value}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
            onKeyDown={enter}
          />
        </div>
      </header>
      <div class="place-pin-middle" tabIndex={-1} autofocus>
        {failed.value ? <p class="warning-box">{texts.noMap}</p> : <div ref={container} class="place-pin-map" />}
        {pin.value !== undefined && (
          <svg class="place-pin-mark" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 2a7 7 0 0 0-7 7c0 5 7 12 7 12s7-7 7-12a7 7 0 0 0-7-7Z" fill="#0f766e" stroke="#ffffff" stroke-width="1.5" />
            <circle cx="12" cy="9" r="2.5" fill="#ffffff" />
          </svg>
        )}
        <div class="place-pin-results">
          <PlaceResults text={text.value} map={pin.value?.map} target={target} />
        </div>
      </div>
      <footer class="place-pin-foot">
        <div>
          <p role="status">{at.value !== undefined && app.format.value.coordinates(at.value.lat, at.value.lon)}</p>
          <p class="quiet-text">{texts.pinHint}</p>
        </div>
        <div class="row end">
          <button type="button" onClick={onClose}>
            {general.cancel}
          </button>
          <button type="button" class="primary" disabled={pin.value === undefined} onClick={() => onPlaced(pin.peek()!.centre)}>
            {texts.placeHere}
          </button>
        </div>
      </footer>
    </dialog>
  );
}

/** At the device if its position is available without asking, otherwise around all objects; not after somebody has moved the map. */
async function findStart(app: App, pin: PinMap, gone: () => boolean): Promise<void> {
  let moved = false;
  pin.map.once('movestart', () => (moved = true));
  const device = (await placeIsAllowed()) ? await devicePlace() : undefined;
  const extent = device === undefined || 'fault' in device ? await extentOf(app.workspace.id, app.fetch).catch(() => undefined) : undefined;
  if (gone() || moved) return;
  if (device !== undefined && !('fault' in device)) pin.goTo({ ...device, zoom: CLOSE_ZOOM });
  else if (extent !== undefined) pin.fit(extent);
}
