import { useSignal } from '@preact/signals';
import { useApp } from '../../app/app.js';
import { refusalText } from '../../scan-queue/refusal-text.js';
import { scanQueueOf } from '../../scan-queue/scan-queue.js';
import { devicePlace, type PlaceFault } from '../place/device-place.js';
import type { Placing, Put } from './placing-state.js';

/** The scanned place, and the things placed there since. */
export function PlacingList({ placing }: { placing: Placing }) {
  const app = useApp();
  const { words, format } = app;
  const fault = useSignal<PlaceFault | undefined>(undefined);
  const busy = useSignal(false);
  const { scanning } = words.value;
  const texts = scanning.placing;
  const place = placing.place.value;
  const newest = (put: Put): Pick<Put, 'state' | 'code' | 'detail'> => {
    const outcome = put.state === 'queued' ? scanQueueOf(app).outcomeOf(put.key!) : undefined;
    if (outcome === undefined) return put;
    return outcome.is === 'rejected' ? { state: outcome.is, code: outcome.code, detail: outcome.detail } : { state: outcome.is };
  };
  const here = async (): Promise<void> => {
    busy.value = true;
    const found = await devicePlace();
    busy.value = false;
    fault.value = 'fault' in found ? found.fault : undefined;
    if (!('fault' in found)) placing.choose({ id: undefined, name: texts.device, at: found });
  };
  if (place === undefined) {
    return (
      <section class="stack">
        <h2>{texts.scanPlace}</h2>
        {placing.fault.value !== undefined && (
          <p class="warning-box" role="alert">
            {placing.fault.value === 'not-a-place' ? texts.notAPlace : texts.needsConnection}
          </p>
        )}
        {fault.value !== undefined && (
          <p class="warning-box" role="alert">
            {scanning.place[fault.value]}
          </p>
        )}
        <div class="row">
          <button disabled={busy.value} onClick={() => void here()}>
            {busy.value ? scanning.place.locating : texts.hereIsThePlace}
          </button>
        </div>
      </section>
    );
  }
  return (
    <section class="stack" aria-labelledby="place-title">
      <div class="spread">
        <div>
          <h2 id="place-title" class="scan-text">
            <bdi>{texts.place(place.name)}</bdi>
          </h2>
          <p class="quiet-text">{format.value.coordinates(place.at.lat, place.at.lon)}</p>
        </div>
        <button onClick={() => placing.choose(undefined)}>{texts.other}</button>
      </div>
      {placing.puts.value.length === 0 && <p>{texts.thenThings}</p>}
      <ul class="scan-list" aria-live="polite">
        {placing.puts.value
          .map((put) => ({ ...put, ...newest(put) }))
          .map(({ n, id, state, code, detail }) => (
            <li key={n}>
              <span class="scan-what">
                <bdi>{id}</bdi>
                {state === 'rejected' && <span class="fault">{refusalText(scanning, code!, detail!)}</span>}
              </span>
              <span class="badge">{texts.states[state]}</span>
            </li>
          ))}
      </ul>
    </section>
  );
}
