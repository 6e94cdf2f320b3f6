import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';

/** A dialog that is open while it is rendered. Escape and its button close it; the focus returns to where it was. */
export function Modal({
  title,
  onClose,
  wide = false,
  children,
}: {
  title: string;
  onClose: () => void;
  wide?: boolean;
  children: ComponentChildren;
}) {
  const { words } = useApp();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const shown = dialog.current!;
    const before = document.activeElement;
    shown.showModal();
    return () => {
      shown.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={wide ? 'wide' : undefined}
      aria-labelledby={heading}
      onCancel={(event) => (event.preventDefault(), onClose())}
    >
      <div class="stack">
        <header class="spread">
          <h2 id={heading}>{title}</h2>
          <button type="button" class="icon-button" aria-label={words.value.app.close} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** Asks before an action that cannot be undone. */
export function Confirm({
  title,
  text,
  act,
  onAct,
  onClose,
}: {
  title: string;
  text: string;
  act: string;
  onAct: () => void;
  onClose: () => void;
}) {
  const { words } = useApp();
  return (
    <Modal title={title} onClose={onClose}>
      <p>{text}</p>
      <div class="row end">
        <button onClick={onClose}>{words.value.app.cancel}</button>
        <button
          class="danger"
          onClick={() => {
            onAct();
            onClose();
          }}
        >
          {act}
        </button>
      </div>
    </Modal>
  );
}
