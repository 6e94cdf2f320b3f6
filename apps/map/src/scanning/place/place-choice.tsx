import { useEffect, useRef } from 'preact/hooks';
import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import { useApp } from '../../app.js';
import { darkNow } from '../../design/dark.js';
import { shownBasemap } from '../../map/basemap-choice.js';
import { Icon } from '../../design/icon.js';
import { extentOf } from '../../map/extent.js';
import { degreesOf, devicePlace, type Place, type PlaceFault, placeIsAllowed } from './device-place.js';
import type { PinMap } from './pin-map.js';
import './place.css';

/** Asks where something is: by the device, a pin or numbers; whichever was used last counts. */
export function PlaceChoice({ place }: { place: Signal<Place | undefined> }) {
  const { words, format } = useApp();
  const fault = useSignal<PlaceFault | undefined>(undefined);
  const asking = useSignal(false);
  const pinning = useSignal(false);
  const texts = words.value.scanning.place;
  const ask = async (): Promise<void> => {
    asking.value = true;
    const found = await devicePlace();
    asking.value = false;
    fault.value = 'fault' in found ? found.fault : undefined;
    if (!('fault' in found)) place.value = found;
  };
  useEffect(() => {
    if (place.peek() === undefined) void placeIsAllowed().then((allowed) => (allowed && place.peek() === undefined ? ask() : undefined));
  }, []);
  const { value } = place;
  return (
    <fieldset class="place-choice">
      <legend>{texts.title}</legend>
      <div class="row">
        <button type="button" onClick={() => void ask()} disabled={asking.value}>
          <Icon name="follow" />
          {texts.device}
        </button>
        <button type="button" aria-pressed={pinning.value} onClick={() => (pinning.value = !pinning.value)}>
          <Icon name="pin" />
          {texts.pin}
        </button>
      </div>
      <p role="status" class={value === undefined ? 'quiet-text' : 'place-chosen'}>
        {asking.value ? texts.asking : value === undefined ? texts.missing : `${format.value.coordinates(value.lat, value.lon)}${value.accuracy === undefined ? '' : ` ± ${format.value.length(value.accuracy)}`}`}
      </p>
      {fault.value !== undefined && (
        <p class="warning-box" role="alert">
          {texts[fault.value]}
        </p>
      )}
      {pinning.value && <PinOnMap place={place} />}
      <TypedPlace place={place} />
    </fieldset>
  );
}

function PinOnMap({ place }: { place: Signal<Place | undefined> }) {
  const app = useApp();
  const container = useRef<HTMLDivElement>(null);
  const map = useSignal<PinMap | undefined>(undefined);
  const failed = useSignal(false);
  useEffect(() => {
    let gone = false;
    const begin = async (): Promise<void> => {
      try {
        const { PinMap } = await import('./pin-map.js');
        if (gone || container.current === null) return;
        const basemap = shownBasemap(app.settings, app.preferences.basemap.peek());
        map.value = new PinMap({ container: container.current, settings: app.settings, dark: darkNow(), basemap, at: place.peek(), onMoved: (at) => (place.value = at) });
      } catch (error) {
        console.error(error);
        failed.value = true;
        return;
      }
      const extent = await extentOf(app.workspace.id, app.fetch).catch(() => undefined);
      if (extent !== undefined) map.peek()?.fit(extent);
    };
    void begin();
    return () => {
      gone = true;
      map.peek()?.destroy();
      map.value = undefined;
    };
  }, []);
  useSignalEffect(() => {
    if (place.value !== undefined) map.value?.show(place.value);
  });
  const texts = app.words.value.scanning.place;
  if (failed.value) return <p class="warning-box">{texts.noMap}</p>;
  return <div ref={container} class="place-map" role="region" aria-label={texts.mapLabel} />;
}

function TypedPlace({ place }: { place: Signal<Place | undefined> }) {
  const { words } = useApp();
  const lat = useSignal('');
  const lon = useSignal('');
  const texts = words.value.scanning.place;
  const typed = (): void => {
    const at = { lat: degreesOf(lat.peek(), 90), lon: degreesOf(lon.peek(), 180) };
    if (at.lat !== undefined && at.lon !== undefined) place.value = { lat: at.lat, lon: at.lon };
  };
  const bad = (lat.value !== '' && degreesOf(lat.value, 90) === undefined) || (lon.value !== '' && degreesOf(lon.value, 180) === undefined);
  return (
    <details>
      <summary>{texts.typed}</summary>
      <div class="place-fields">
        <label class="field">
          {texts.lat}
          <input inputMode="text" autocomplete="off" value={lat.value} onInput={({ currentTarget }) => ((lat.value = currentTarget.value), typed())} />
        </label>
        <label class="field">
          {texts.lon}
          <input inputMode="text" autocomplete="off" value={lon.value} onInput={({ currentTarget }) => ((lon.value = currentTarget.value), typed())} />
        </label>
      </div>
      {bad && (
        <p class="fault" role="alert">
          {texts.badNumbers}
        </p>
      )}
    </details>
  );
}
