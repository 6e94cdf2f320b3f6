import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../../app/app.js';
import { knownTypes } from '../../objects/known-types.js';
import type { PictureChoice } from '../../pictures/picture-choice.js';
import { PictureInput } from '../../pictures/picture-input.js';
import { scanQueueOf } from '../../scan-queue/scan-queue.js';
import { locationOf, type Place } from '../place/device-place.js';
import { PlaceChoice } from '../place/place-choice.js';
import { FirstPicture } from './first-picture.js';

const FOREIGN = 'belongs-to-another-workspace';
const MAX_TITLE = 256;

type FormState =
  | { is: 'open' }
  | { is: 'sending' }
  | { is: 'elsewhere' }
  | { is: 'refused'; why: string }
  | { is: 'kept' }
  | { is: 'no-place' }
  | { is: 'made'; picture: Blob };

/**
 * Creates the object of a new code.
 * @param made called when this form has created the object and its picture is being sent
 * @param through called when the object exists, by this form or otherwise, and everything is done
 */
export function CreateForm({ id, made, through, next }: { id: string; made: () => void; through: () => void; next: () => void }) {
  const app = useApp();
  const { words, notices, workspace } = app;
  const { scanning } = words.value;
  const state = useSignal<FormState>({ is: 'open' });
  const place = useSignal<Place | undefined>(undefined);
  const types = useSignal<readonly string[]>([]);
  const picture = useSignal<PictureChoice>({ is: 'kept' });
  const name = useRef('');
  const title = useRef<HTMLInputElement>(null);
  const type = useRef<HTMLInputElement>(null);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    void knownTypes(app).then((known) => (types.value = known));
  }, []);
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (place.value === undefined) return void (state.value = { is: 'no-place' });
    const kind = type.current!.value.trim();
    name.current = title.current!.value.trim();
    state.value = { is: 'sending' };
    const outcome = await scanQueueOf(app).submit(
      workspace.id,
      {
        externalId: id,
        locationUpdate: locationOf(place.value),
        initialExternalObject: { ...(name.current === '' ? {} : { title: name.current }), ...(kind === '' ? {} : { type: kind }) },
        observedAt: new Date().toISOString(),
      },
      true,
    );
    if (outcome.is === 'queued') return void (state.value = { is: 'kept' });
    if (outcome.is === 'rejected')
      return void (state.value = outcome.code === FOREIGN ? { is: 'elsewhere' } : { is: 'refused', why: outcome.detail });
    if (outcome.is !== 'created') {
      notices.warn(scanning.faster);
      return through();
    }
    notices.info(scanning.created(name.current || id));
    const choice = picture.peek();
    if (choice.is !== 'new') return through();
    made();
    state.value = { is: 'made', picture: choice.blob };
  };
  const now = state.value;
  if (now.is === 'elsewhere') {
    return (
      <div class="stack">
        <p class="fault-box" role="alert">
          {scanning.elsewhere}
        </p>
        <NextButton next={next} />
      </div>
    );
  }
  if (now.is === 'kept') {
    return (
      <div class="stack">
        <p class="warning-box" role="status">
          {scanning.keptForLater} {picture.value.is === 'new' && words.value.pictures.notQueued}
        </p>
        <NextButton next={next} />
      </div>
    );
  }
  if (now.is === 'made') return <FirstPicture id={id} name={name.current || id} blob={now.picture} through={through} />;
  return (
    <form class="stack" onSubmit={(event) => void create(event)} aria-labelledby="create-title">
      <div>
        <h2 id="create-title">{scanning.neverSeen}</h2>
        <p class="quiet-text scan-text">{scanning.neverSeenHint(id)}</p>
      </div>
      <label class="field">
        <span>
          {scanning.title} <span class="quiet-text">({scanning.optional})</span>
        </span>
        <input ref={title} name="title" maxLength={MAX_TITLE} autocomplete="off" />
      </label>
      <label class="field">
        <span>
          {scanning.objectType} <span class="quiet-text">({scanning.optional})</span>
        </span>
        <input ref={type} name="type" list="known-types" maxLength={MAX_TITLE} autocomplete="off" />
      </label>
      <datalist id="known-types">
        {types.value.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
      <PictureInput choice={picture.value} change={(choice) => (picture.value = choice)} />
      <PlaceChoice place={place} />
      {now.is === 'no-place' && place.value === undefined && (
        <p class="fault-box" role="alert">
          {scanning.place.missing}
        </p>
      )}
      {now.is === 'refused' && (
        <p class="fault-box" role="alert">
          {scanning.refused(now.why)}
        </p>
      )}
      <div class="row end">
        <button type="button" onClick={next}>
          {words.value.app.cancel}
        </button>
        <button class="primary" disabled={now.is === 'sending'}>
          {now.is === 'sending' ? scanning.creating : scanning.create}
        </button>
      </div>
    </form>
  );
}

export function NextButton({ next }: { next: () => void }) {
  const { words } = useApp();
  return (
    <button class="primary" onClick={next}>
      {words.value.scanning.next}
    </button>
  );
}
