import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app/app.js';
import { ObjectEdits } from '../object-changes/object-edits.js';
import { notChangedText } from '../object-changes/undo.js';
import type { MenuAction, OpenObject } from '../objects/object-action.js';

/** Erases an object permanently after a confirmation. */
export function useErasing({ object }: OpenObject): MenuAction {
  const { words, workspace } = useApp();
  const erasing = useSignal(false);
  if (!workspace.may('objects:erase')) return { items: [] };
  return {
    items: [{ label: words.value.editing.erase, icon: 'close', danger: true, run: () => (erasing.value = true) }],
    dialogs: erasing.value && <EraseDialog id={object.externalId} close={() => (erasing.value = false)} />,
  };
}

/** An erased object cannot be restored, so the dialog asks for confirmation and names the object. */
function EraseDialog({ id, close }: { id: string; close: () => void }) {
  const app = useApp();
  const { editing } = app.words.value;
  const dialog = useRef<HTMLDialogElement>(null);
  const state = useSignal<{ is: 'asking' } | { is: 'erasing' } | { is: 'failed'; text: string }>({ is: 'asking' });
  useEffect(() => dialog.current?.showModal(), []);
  const erase = async (): Promise<void> => {
    state.value = { is: 'erasing' };
    try {
      await new ObjectEdits(app.api, app.workspace.id).erase(id);
      dialog.current?.close();
      app.notices.info(editing.erased(id));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      state.value = { is: 'failed', text: notChangedText(app, error) };
    }
  };
  return (
    <dialog ref={dialog} aria-labelledby="erase-title" onClose={close}>
      <div class="stack">
        <h2 id="erase-title">{editing.eraseTitle}</h2>
        <p class="edit-erase-id">
          <code>{id}</code>
        </p>
        <p>{editing.eraseHint}</p>
        {state.value.is === 'failed' && (
          <p class="fault-box" role="alert">
            {state.value.text}
          </p>
        )}
        <div class="row end">
          <button type="button" onClick={() => dialog.current!.close()}>
            {app.words.value.app.cancel}
          </button>
          <button type="button" class="danger" disabled={state.value.is === 'erasing'} onClick={() => void erase()}>
            {editing.eraseId}
          </button>
        </div>
      </div>
    </dialog>
  );
}
