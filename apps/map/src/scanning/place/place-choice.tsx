import './place.css';
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useApp } from '../../app/app.js';
import { Icon } from '../../design/icon.js';
import { degreesOf, devicePlace, type Place, type PlaceFault, placeIsAllowed } from './device-place.js';
import { PinDialog } from './pin-dialog.js';

/** Asks for a position: from the device, a pin or typed numbers; the last used one counts. */
export function PlaceChoice({ place }: { place: Signal<Place | undefined> }) {
  const { words, format } = useApp();
  const fault = useSignal<PlaceFault | undefined>(undefined);
  const locating = useSignal(false);
  const pinning = useSignal(false);
  const texts = words.value.scanning.place;
  const ask = async (): Promise<void> => {
    locating.value = true;
    const found = await devicePlace();
    locating.value = false;
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
        <button type="button" onClick={() => void ask()} disabled={locating.value}>
          <Icon name="follow" />
          {texts.device}
        </button>
        <button type="button" aria-haspopup="dialog" onClick={() => (pinning.value = true)}>
          <Icon name="pin" />
          {texts.pin}
        </button>
      </div>
      <p role="status" class={value === undefined ? 'quiet-text' : 'place-chosen'}>
        {locating.value
          ? texts.locating
          : value === undefined
            ? texts.missing
            : `${format.value.coordinates(value.lat, value.lon)}${value.accuracy === undefined ? '' : ` ± ${format.value.length(value.accuracy)}`}`}
      </p>
      {fault.value !== undefined && (
        <p class="warning-box" role="alert">
          {texts[fault.value]}
        </p>
      )}
      {pinning.value && (
        <PinDialog
          start={value}
          onPlaced={(at) => {
            place.value = at;
            pinning.value = false;
          }}
          onClose={() => (pinning.value = false)}
        />
      )}
      <TypedPlace place={place} />
    </fieldset>
  );
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
          <input
            inputMode="text"
            autocomplete="off"
            value={lat.value}
            onInput={({ currentTarget }) => ((lat.value = currentTarget.value), typed())}
          />
        </label>
        <label class="field">
          {texts.lon}
          <input
            inputMode="text"
            autocomplete="off"
            value={lon.value}
            onInput={({ currentTarget }) => ((lon.value = currentTarget.value), typed())}
          />
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
