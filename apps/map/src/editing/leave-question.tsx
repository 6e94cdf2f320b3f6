import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../app/app.js';
import type { Draft } from './draft.js';

/** Asks before leaving the place with unsaved edits. @param discard removes the edits */
export function LeaveQuestion({ draft, discard }: { draft: Draft; discard: () => void }) {
  const { address, words } = useApp();
  const { editing } = words.value;
  const dialog = useRef<HTMLDialogElement>(null);
  const wanted = useSignal<(() => void) | undefined>(undefined);
  useEffect(
    () =>
      address.keep((proceed) => {
        if (!draft.dirty.peek()) {
          discard();
          proceed();
        } else {
          wanted.value = proceed;
          if (!dialog.current!.open) dialog.current!.showModal();
        }
      }),
    [draft],
  );
  return (
    <dialog ref={dialog} aria-labelledby="leave-title" onClose={() => (wanted.value = undefined)}>
      <div class="stack">
        <h2 id="leave-title">{editing.leaveTitle}</h2>
        <p>{editing.leaveHint}</p>
        <div class="row end">
          <button
            type="button"
            class="danger"
            onClick={() => {
              const proceed = wanted.peek();
              dialog.current!.close();
              discard();
              proceed?.();
            }}
          >
            {editing.discard}
          </button>
          <button type="button" class="primary" onClick={() => dialog.current!.close()}>
            {editing.keepEditing}
          </button>
        </div>
      </div>
    </dialog>
  );
}
