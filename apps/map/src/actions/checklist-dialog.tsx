import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { checklistResult } from './checklist-result.js';
import type { FieldValue } from './field-value.js';

/** A checklist; the result is stored as a field of the object. @param keep stores the result and returns whether it was applied */
export function ChecklistDialog({
  name,
  lines,
  close,
  keep,
}: {
  name: string;
  lines: readonly string[];
  close: () => void;
  keep: (value: FieldValue) => Promise<boolean>;
}) {
  const { words, format, notices } = useApp();
  const dialog = useRef<HTMLDialogElement>(null);
  const ticked = useSignal<ReadonlySet<number>>(new Set());
  const busy = useSignal(false);
  useEffect(() => dialog.current?.showModal(), []);
  const tick = (n: number, on: boolean): void => {
    const next = new Set(ticked.peek());
    if (on) next.add(n);
    else next.delete(n);
    ticked.value = next;
  };
  const { app, scanning } = words.value;
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    busy.value = true;
    const applied = await keep(checklistResult(name, lines, ticked.peek(), new Date()));
    busy.value = false;
    if (applied) notices.info(scanning.actions.done(format.peek().number(ticked.peek().size), format.peek().number(lines.length)));
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} aria-labelledby="checklist-title" onClose={close}>
      <form class="stack" onSubmit={(event) => void save(event)}>
        <h2 id="checklist-title">
          <bdi>{name}</bdi>
        </h2>
        <ul>
          {lines.map((line, n) => (
            <li key={n}>
              <label class="check">
                <input type="checkbox" checked={ticked.value.has(n)} onChange={({ currentTarget }) => tick(n, currentTarget.checked)} />
                <bdi>{line}</bdi>
              </label>
            </li>
          ))}
        </ul>
        <div class="row end">
          <button type="button" onClick={() => dialog.current?.close()}>
            {app.cancel}
          </button>
          <button class="primary" disabled={busy.value}>
            {scanning.actions.keep}
          </button>
        </div>
      </form>
    </dialog>
  );
}
