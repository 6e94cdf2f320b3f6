import { useSignal } from '@preact/signals';
import type { Schemas } from '../api/api.js';
import { useApp } from '../app/app.js';
import { ConfirmDialog } from '../dialogs/confirm-dialog.js';
import { HoldDialog } from './hold-dialog.js';

type Held = Schemas['WorkspaceHold'] | undefined;

/** The legal hold of the whole workspace: placed with a reason, and released. @param by the name of the person who placed it */
export function WorkspaceHold({ hold, by, changed }: { hold: Held; by: string; changed: (hold: Held) => void }) {
  const { words, format, api, workspace, notices } = useApp();
  const { retention } = words.value.administration;
  const opened = useSignal<'hold' | 'release' | undefined>(undefined);
  const path = { groupID: workspace.id };
  const close = (): void => void (opened.value = undefined);
  return (
    <>
      {hold === undefined ? (
        <div class="row">
          <button onClick={() => (opened.value = 'hold')}>{retention.holdWorkspace}</button>
        </div>
      ) : (
        <div class="warning-box stack">
          <p>
            <strong>{retention.workspaceHeldSince(format.value.time(Date.parse(hold.since)))}</strong> {hold.reason}
          </p>
          <p>{retention.putBy(by)}</p>
          {hold.byOperator ? (
            <p>{retention.operatorReleases}</p>
          ) : (
            <div class="row">
              <button onClick={() => (opened.value = 'release')}>{retention.releaseWorkspace}</button>
            </div>
          )}
        </div>
      )}
      {opened.value === 'hold' && (
        <HoldDialog
          title={retention.holdWorkspace}
          hint={retention.workspaceReasonHint}
          externalId={workspace.id}
          close={close}
          hold={async (reason) => {
            const { data } = await api.PUT('/groups/{groupID}/hold', { params: { path }, body: { reason } });
            changed(data);
            notices.info(retention.workspaceHeld);
          }}
        />
      )}
      {opened.value === 'release' && (
        <ConfirmDialog
          title={retention.releaseWorkspace}
          text={retention.releaseText}
          confirm={retention.release}
          close={close}
          act={async () => {
            await api.DELETE('/groups/{groupID}/hold', { params: { path } });
            changed(undefined);
            notices.info(retention.workspaceReleased);
          }}
        />
      )}
    </>
  );
}
