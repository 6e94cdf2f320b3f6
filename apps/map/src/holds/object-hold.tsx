import { type Signal, useSignal } from '@preact/signals';
import { useApp } from '../app/app.js';
import { ConfirmDialog } from '../dialogs/confirm-dialog.js';
import { useReading } from '../loading/loaded.js';
import type { MenuAction, OpenObject } from '../objects/object-action.js';
import { HoldDialog } from './hold-dialog.js';
import { holdObject, readHoldsOn, releaseObject } from './holds.js';

/** The legal holds of an object. Without a state for people who may not see holds, and until they are read. */
interface HoldOfObject {
  externalId: string;
  state: Awaited<ReturnType<typeof readHoldsOn>> | undefined;
  /** The dialog that is open. */
  opened: Signal<'hold' | 'release' | undefined>;
  changed: (operationId: string | undefined) => Promise<void>;
}

/** Legal holds in the panel of an object: the notice, and the actions to place or release a hold. */
export function useHolding({ object }: OpenObject): MenuAction {
  const { retention } = useApp().words.value.administration;
  const hold = useHoldOfObject(object.externalId);
  if (hold.state === undefined) return { items: [] };
  const held = hold.state.own !== undefined;
  return {
    items: [
      {
        label: held ? retention.release : retention.holdThis,
        icon: 'pause',
        run: () => (hold.opened.value = held ? 'release' : 'hold'),
      },
    ],
    dialogs: <HoldOfObjectDialogs hold={hold} />,
    notice: <HoldNotice hold={hold} />,
  };
}

function useHoldOfObject(externalId: string): HoldOfObject {
  const app = useApp();
  const operation = useSignal<string | undefined>(undefined);
  const opened = useSignal<'hold' | 'release' | undefined>(undefined);
  const may = app.workspace.may('holds:admin') && !app.session.shared;
  const reading = useReading(async () => (may ? readHoldsOn(app, externalId, operation.peek()) : undefined), [externalId, may]);
  const changed = async (operationId: string | undefined): Promise<void> => {
    operation.value = operationId;
    await reading.again();
  };
  return { externalId, state: reading.value, opened, changed };
}

/** Shows that an object is under a hold, and why. */
function HoldNotice({ hold }: { hold: HoldOfObject }) {
  const { words, format } = useApp();
  const { retention } = words.value.administration;
  if (hold.state === undefined) return null;
  const { own, ofWorkspace } = hold.state;
  return (
    <>
      {own !== undefined && (
        <div class="warning-box stack">
          <p>
            <strong>{retention.heldSince(format.value.time(Date.parse(own.since)))}</strong> {own.reason}
          </p>
          <p>{retention.heldText}</p>
        </div>
      )}
      {ofWorkspace && (
        <p class="warning-box">
          <strong>{retention.workspaceHeldSince(format.value.time(Date.parse(ofWorkspace.since)))}</strong> {ofWorkspace.reason}
        </p>
      )}
    </>
  );
}

/** The dialogs that place or release a hold. */
function HoldOfObjectDialogs({ hold: { externalId, opened, changed } }: { hold: HoldOfObject }) {
  const app = useApp();
  const { retention } = app.words.value.administration;
  const close = (): void => void (opened.value = undefined);
  const done = async (operationId: string | undefined, text: string): Promise<void> => {
    app.notices.info(text);
    await changed(operationId);
  };
  return (
    <>
      {opened.value === 'hold' && (
        <HoldDialog
          title={retention.holdThis}
          hint={retention.reasonHint}
          externalId={externalId}
          close={close}
          hold={async (reason) => done(await holdObject(app, externalId, reason), retention.objectHeld(externalId))}
        />
      )}
      {opened.value === 'release' && (
        <ConfirmDialog
          title={retention.releaseOf(externalId)}
          text={retention.releaseText}
          confirm={retention.release}
          close={close}
          act={async () => done(await releaseObject(app, externalId), retention.objectReleased(externalId))}
        />
      )}
    </>
  );
}
