import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { decimalSignOf, numberText, typedNumber } from '../forms/number-text.js';
import type { MapState } from '../map/map-state.js';
import type { PlaceDraft } from './draft-values.js';
import type { Draft } from './draft.js';
import { PositionPin } from './position-pin.js';
import { TextInput } from './text-input.js';

const DEVICE_MS = 20_000;
const CLOSE_ZOOM = 14;

/** The object's position: typed, dragged on the map, or that of the device. */
export function PlaceInputs({ draft, state }: { draft: Draft; state: MapState }) {
  const app = useApp();
  const { editing, objects } = app.words.value;
  const { place } = draft.values.value;
  const locating = useSignal(false);
  const sign = decimalSignOf(app.format.value.locale);
  const set = (change: Partial<PlaceDraft>): void => draft.set({ place: { ...draft.values.peek().place, ...change } });
  // The accuracy of the former position does not apply to another one.
  const move = (change: Partial<PlaceDraft>): void => set({ accuracy: '', ...change });
  usePin(draft, state, editing.pin, (at) => move({ lat: numberText(at.lat, sign), lon: numberText(at.lon, sign) }));
  const fromDevice = (): void => {
    locating.value = true;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        locating.value = false;
        const [lat, lon] = [Number(coords.latitude.toFixed(6)), Number(coords.longitude.toFixed(6))];
        const change: Partial<PlaceDraft> = {
          lat: numberText(lat, sign),
          lon: numberText(lon, sign),
          accuracy: numberText(Math.round(coords.accuracy), sign),
        };
        if (coords.altitude !== null) change.alt = numberText(Math.round(coords.altitude), sign);
        set(change);
        state.scene.peek()?.goTo({ lat, lon, zoom: CLOSE_ZOOM });
      },
      ({ code, PERMISSION_DENIED }) => {
        locating.value = false;
        app.notices.warn(code === PERMISSION_DENIED ? editing.deviceDenied : editing.deviceUnknown);
      },
      { enableHighAccuracy: true, timeout: DEVICE_MS },
    );
  };
  const fault = (name: keyof PlaceDraft) => draft.faults.value.get(`place/${name}`);
  return (
    <fieldset class="plain stack">
      <legend>{objects.position}</legend>
      <div class="two">
        <TextInput label={editing.lat} decimal value={place.lat} fault={fault('lat')} change={(lat) => move({ lat })} />
        <TextInput label={editing.lon} decimal value={place.lon} fault={fault('lon')} change={(lon) => move({ lon })} />
        <TextInput label={`${objects.altitude} (m)`} decimal value={place.alt} fault={fault('alt')} change={(alt) => set({ alt })} />
        <TextInput label={objects.floor} value={place.floor} fault={fault('floor')} change={(floor) => set({ floor })} />
      </div>
      {state.scene.value !== undefined && <p class="hint-line">{editing.pinHint}</p>}
      {'geolocation' in navigator && (
        <div class="row">
          <button type="button" disabled={locating.value} onClick={fromDevice}>
            <Icon name="follow" />
            {locating.value ? editing.locatingDevice : editing.fromDevice}
          </button>
        </div>
      )}
    </fieldset>
  );
}

/** Keeps a pin on the map at the position in the inputs. */
function usePin(draft: Draft, state: MapState, label: string, moved: (at: { lat: number; lon: number }) => void): void {
  const pin = useRef<PositionPin | undefined>(undefined);
  const latestMoved = useRef(moved);
  latestMoved.current = moved;
  useSignalEffect(() => {
    const scene = state.scene.value;
    if (scene === undefined) return undefined;
    const shown = new PositionPin(scene, positionOf(draft.values.peek().place) ?? { lat: 0, lon: 0 }, label, (at) =>
      latestMoved.current(at),
    );
    pin.current = shown;
    return () => {
      shown.remove();
      pin.current = undefined;
    };
  });
  const { place } = draft.values.value;
  useEffect(() => {
    const at = positionOf(place);
    if (at !== undefined) pin.current?.put(at);
  }, [place.lat, place.lon]);
}

function positionOf({ lat, lon }: PlaceDraft): { lat: number; lon: number } | undefined {
  const [north, east] = [typedNumber(lat), typedNumber(lon)];
  return north === undefined || east === undefined || Math.abs(north) > 90 || Math.abs(east) > 180 ? undefined : { lat: north, lon: east };
}
