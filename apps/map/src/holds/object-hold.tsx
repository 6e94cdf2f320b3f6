import { useSignal } from '@preact/signals';
import { useApp } from '../app.js';
import { ConfirmDialog } from '../dialogs/confirm-dialog.js';
import { useReading } from '../loading/loaded.js';
import { HoldDialog } from './hold-dialog.js';
import { holdObject, readHoldsOn, releaseObject } from './holds.js';

/** Whether an object is under a legal hold, for who may put and release them. */
export function ObjectHold({ externalId }: { externalId: string }) {
  const { workspace, session } = useApp();
  return workspace.may('holds:admin') && !session.shared ? <Hold key={externalId} externalId={externalId} /> : null;
}

function Hold({ externalId }: { externalId: string }) {
  const app = useApp();
  const { words, format, notices } = app;
  const { retention } = words.value.administration;
  const operation = useSignal<string | undefined>(undefined);
  const opened = useSignal<'hold' | 'release' | undefined>(undefined);
  const reading = useReading(() => readHoldsOn(app, externalId, operation.peek()), [externalId]);
  if (reading.value === undefined) return null;
  const { own, ofWorkspace } = reading.value;
  const close = (): void => void (opened.value = undefined);
  const done = async (operationId: string | undefined, told: string): Promise<void> => {
    operation.value = operationId;
    notices.tell(told);
    await reading.again();
  };
  return (
    <>
      {own !== undefined && (
        <div class="warning-box stack">
          <p>
            <strong>{retention.heldSince(format.value.time(Date.parse(own.since)))}</strong> {own.reason}
          </p>
          <p>{retention.heldText}</p>
          <div class="row">
            <button onClick={() => (opened.value = 'release')}>{retention.release}</button>
          </div>
        </div>
      )}
      {ofWorkspace && (
        <p class="warning-box">
          <strong>{retention.workspaceHeldSince(format.value.time(Date.parse(ofWorkspace.since)))}</strong> {ofWorkspace.reason}
        </p>
      )}
      {own === undefined && (
        <div>
          <button class="quiet" onClick={() => (opened.value = 'hold')}>
            {retention.holdThis}
          </button>
        </div>
      )}
      {opened.value === 'hold' && <HoldDialog title={retention.holdThis} hint={retention.reasonHint} externalId={externalId} close={close} hold={async (reason) => done(await holdObject(app, externalId, reason), retention.objectHeld(externalId))} />}
      {opened.value === 'release' && <ConfirmDialog title={retention.releaseOf(externalId)} text={retention.releaseText} confirm={retention.release} close={close} act={async () => done(await releaseObject(app, externalId), retention.objectReleased(externalId))} />}
    </>
  );
}
