import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Page } from '../address/address.js';
import { useApp } from '../app/app.js';

const GOES: Record<string, Page> = { m: 'Map', s: 'Scan', d: 'Dashboards', p: 'Polls' };
const SECOND_KEY_MS = 1500;

/** The keyboard shortcuts that work everywhere, and their list. */
export function Keyboard() {
  const { address, words } = useApp();
  const shown = useSignal(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    let pressedAt = 0;
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      const page = performance.now() - pressedAt < SECOND_KEY_MS ? GOES[event.key] : undefined;
      pressedAt = 0;
      if (page !== undefined) address.go({ page, id: undefined, more: {} });
      else if (event.key === 'g') pressedAt = performance.now();
      else if (event.key === '?') shown.value = true;
      else if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('input[type=search]');
        if (search === null) return;
        event.preventDefault();
        search.focus();
      }
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  useEffect(() => {
    if (shown.value) dialog.current?.showModal();
  }, [shown.value]);
  if (!shown.value) return null;
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" onClose={() => (shown.value = false)}>
      <div class="stack">
        <h2 id="keys-title">{words.value.help.title}</h2>
        <dl class="facts">
          {Object.entries(words.value.help.list).map(([key, does]) => (
            <>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </>
          ))}
        </dl>
        <form method="dialog" class="row end">
          <button>{words.value.app.close}</button>
        </form>
      </div>
    </dialog>
  );
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest('dialog') !== null);
