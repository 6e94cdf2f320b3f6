import './edit.css';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { decimalSignOf } from '../forms/number-text.js';
import type { OpenObject } from '../objects/object-action.js';
import { draftsOf } from './drafts.js';

/** Starts editing the object, also with the key `e`. It is the primary action, unless the object was opened by a code. */
export function EditButton({ object, byLink }: OpenObject) {
  const app = useApp();
  const mayWrite = app.workspace.may('objects:write');
  const latest = useRef(object);
  latest.current = object;
  const edit = (): void => draftsOf(app).begin(app.workspace.id, latest.current, decimalSignOf(app.format.peek().locale));
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
    <button class={byLink ? '' : 'primary'} aria-keyshortcuts="e" onClick={edit}>
      <Icon name="edit" />
      {app.words.value.editing.edit}
    </button>
  );
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest('dialog') !== null);
