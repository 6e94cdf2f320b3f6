import './edit.css';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ExternalObject } from '../api/api.js';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { decimalSignOf } from '../forms/number-text.js';

/** Begins to edit the object, also by the key `e`. @param primary whether it is what most people do here next */
export function EditButton({ object, primary }: { object: ExternalObject; primary: boolean }) {
  const app = useApp();
  const mayWrite = app.workspace.may('objects:write');
  const latest = useRef(object);
  latest.current = object;
  const edit = (): void => app.drafts.begin(app.workspace.id, latest.current, decimalSignOf(app.format.peek().locale));
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
  if (!mayWrite) return null;
  return (
    <button class={primary ? 'primary' : ''} aria-keyshortcuts="e" onClick={edit}>
      <Icon name="edit" />
      {app.words.value.editing.edit}
    </button>
  );
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest('dialog') !== null);
