import { useSignal } from '@preact/signals';
import type { ExternalObject } from '../../api/api.js';
import { useApp } from '../../app/app.js';
import { Icon } from '../../design/icon.js';
import { scanQueueOf } from '../../scan-queue/scan-queue.js';
import { devicePlace, locationOf, type Place, type PlaceFault } from '../place/device-place.js';
import { PlaceChoice } from '../place/place-choice.js';

/**
 * Offers to move a scanned object, here with one press or elsewhere, and to undo that.
 * @param show makes the place visible if there is a map
 */
export function MoveHere({ object, prominent, show }: { object: ExternalObject; prominent: boolean; show?: (place: Place) => void }) {
  const app = useApp();
  const { words, format, notices, workspace } = app;
  const { scanning } = words.value;
  const busy = useSignal(false);
  const fault = useSignal<PlaceFault | undefined>(undefined);
  const choosing = useSignal(false);
  const place = useSignal<Place | undefined>(undefined);
  if (!workspace.may('objects:write')) return null;
  const report = (to: Place) =>
    scanQueueOf(app).submit(
      workspace.id,
      { externalId: object.externalId, locationUpdate: locationOf(to), observedAt: new Date().toISOString() },
      true,
    );
  const takeBack = async (to: Place): Promise<void> => {
    const outcome = await report(to);
    if (outcome.is === 'rejected') return notices.warn(scanning.refused(outcome.detail));
    notices.info(outcome.is === 'queued' ? scanning.keptForLater : words.peek().editing.undone);
    show?.(to);
  };
  const send = async (to: Place): Promise<void> => {
    const { position } = object;
    const outcome = await report(to);
    if (outcome.is === 'rejected') return notices.warn(scanning.refused(outcome.detail));
    const accuracy = to.accuracy === undefined ? '' : format.peek().length(to.accuracy);
    if (outcome.is === 'queued') notices.info(scanning.keptForLater);
    else
      notices.info(scanning.moved(object.title || object.externalId, accuracy), {
        label: words.peek().editing.undo,
        run: () => void takeBack(position),
      });
    show?.(to);
    choosing.value = false;
  };
  const here = async (): Promise<void> => {
    busy.value = true;
    const found = await devicePlace();
    if ('fault' in found) {
      fault.value = found.fault;
      choosing.value = true;
    } else {
      fault.value = undefined;
      await send(found);
    }
    busy.value = false;
  };
  const there = async (): Promise<void> => {
    if (place.value === undefined) return;
    busy.value = true;
    await send(place.value);
    busy.value = false;
  };
  return (
    <div class="stack">
      <div class="row">
        <button class={prominent ? 'primary' : ''} disabled={busy.value} onClick={() => void here()}>
          <Icon name="pin" />
          {busy.value ? scanning.place.locating : scanning.here}
        </button>
        <button aria-pressed={choosing.value} onClick={() => (choosing.value = !choosing.value)}>
          {scanning.choosePlace}
        </button>
      </div>
      {fault.value !== undefined && (
        <p class="warning-box" role="alert">
          {scanning.place[fault.value]}
        </p>
      )}
      {choosing.value && (
        <>
          <PlaceChoice place={place} />
          <button disabled={place.value === undefined || busy.value} onClick={() => void there()}>
            {scanning.moveThere}
          </button>
        </>
      )}
    </div>
  );
}
