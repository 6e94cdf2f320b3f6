import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useApp } from '../../app/app.js';
import { scanQueueOf } from '../../scan-queue/scan-queue.js';
import { locationOf, type Place } from '../place/device-place.js';
import { PlaceChoice } from '../place/place-choice.js';
import { NextButton } from './create-form.js';

/** Without a connection, the object of a code is unknown, but its position can be stored. A name is only used if the object is created. */
export function KeepForLater({ id, next }: { id: string; next: () => void }) {
  const app = useApp();
  const { words, workspace } = app;
  const place = useSignal<Place | undefined>(undefined);
  const kept = useSignal<'no' | 'sending' | 'yes'>('no');
  const title = useRef<HTMLInputElement>(null);
  const { scanning } = words.value;
  const keep = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (place.value === undefined) return;
    const name = title.current!.value.trim();
    kept.value = 'sending';
    await scanQueueOf(app).submit(workspace.id, {
      externalId: id,
      locationUpdate: locationOf(place.value),
      ...(name === '' ? {} : { initialExternalObject: { title: name } }),
      observedAt: new Date().toISOString(),
    });
    kept.value = 'yes';
  };
  if (kept.value === 'yes') {
    return (
      <div class="stack">
        <p class="warning-box" role="status">
          {scanning.keptForLater}
        </p>
        <NextButton next={next} />
      </div>
    );
  }
  return (
    <form class="stack" onSubmit={(event) => void keep(event)}>
      <div class="warning-box" role="alert">
        <p>{scanning.offline}</p>
        <p>{scanning.offlineHint}</p>
      </div>
      <p class="scan-text">
        <bdi>{id}</bdi>
      </p>
      <label class="field">
        <span>
          {scanning.title} <span class="quiet-text">({scanning.optional})</span>
        </span>
        <input ref={title} name="title" maxLength={256} autocomplete="off" />
      </label>
      <PlaceChoice place={place} />
      <div class="row end">
        <button type="button" onClick={next}>
          {words.value.app.cancel}
        </button>
        <button class="primary" disabled={place.value === undefined || kept.value === 'sending'}>
          {scanning.keepForLater}
        </button>
      </div>
    </form>
  );
}
