import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { ExternalObject } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app.js';
import { Icon } from '../design/icon.js';
import type { FollowedObject } from '../objects/followed-object.js';
import { decimalSignOf } from './number-text.js';
import { ObjectEdits } from './object-edits.js';
import { offerUndo, notChangedText } from './undo.js';
import './edit.css';

/** What somebody who may change objects can do with this one. */
export function ObjectActions({ object, followed }: { object: ExternalObject; followed: FollowedObject }) {
  const app = useApp();
  const { editing } = app.words.value;
  const busy = useSignal(false);
  const workspace = app.workspace.id;
  const edits = useRef(new ObjectEdits(app.api, workspace)).current;
  const mayWrite = app.workspace.may('objects:write');
  const latest = useRef(object);
  latest.current = object;
  const edit = (): void => app.drafts.begin(workspace, latest.current, decimalSignOf(app.format.peek().locale));
  useLayoutEffect(() => {
    if (!mayWrite) return undefined;
    const pressed = (event: KeyboardEvent): void => {
      if (event.key !== 'e' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      event.preventDefault();
      edit();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [mayWrite]);
  const give = async (order: 'archive' | 'restore'): Promise<void> => {
    busy.value = true;
    try {
      const done = await edits.apply(latest.current, { order });
      followed.take(done.after);
      offerUndo(app, edits, order === 'archive' ? editing.archived : editing.restored, done, { order });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      app.notices.warn(notChangedText(app, error), { label: app.words.peek().app.tryAgain, run: () => void give(order) });
    } finally {
      busy.value = false;
    }
  };
  const mayErase = app.workspace.may('objects:erase');
  if (!mayWrite && !mayErase) return null;
  return (
    <div class="row">
      {mayWrite && (
        <>
          <button class="primary" aria-keyshortcuts="e" onClick={edit}>
            <Icon name="edit" />
            {editing.edit}
          </button>
          <button disabled={busy.value} onClick={() => void give(object.archived ? 'restore' : 'archive')}>
            <Icon name="archive" />
            {object.archived ? editing.restore : editing.archive}
          </button>
        </>
      )}
      {mayErase && <Erase id={object.externalId} edits={edits} />}
    </div>
  );
}

/** Nothing brings an erased object back: it asks, and names what it is about. */
function Erase({ id, edits }: { id: string; edits: ObjectEdits }) {
  const app = useApp();
  const { editing } = app.words.value;
  const dialog = useRef<HTMLDialogElement>(null);
  const state = useSignal<{ is: 'asking' } | { is: 'erasing' } | { is: 'failed'; text: string }>({ is: 'asking' });
  const erase = async (): Promise<void> => {
    state.value = { is: 'erasing' };
    try {
      await edits.erase(id);
      dialog.current?.close();
      app.notices.tell(editing.erased(id));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      state.value = { is: 'failed', text: notChangedText(app, error) };
    }
  };
  return (
    <>
      <button
        class="danger"
        onClick={() => {
          state.value = { is: 'asking' };
          dialog.current!.showModal();
        }}
      >
        {editing.erase}
      </button>
      <dialog ref={dialog} aria-labelledby="erase-title">
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
    </>
  );
}

const isWriting = (target: EventTarget | null): boolean => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest('dialog') !== null);
