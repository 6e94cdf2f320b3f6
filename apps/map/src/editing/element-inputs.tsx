import { useId } from 'preact/hooks';
import { ACTION_KINDS, type ActionKind, readAction } from '../actions/action.js';
import { useApp } from '../app.js';
import { Icon } from '../design/icon.js';
import type { Words } from '../words/english.js';
import type { Draft } from './draft.js';
import { TextInput } from './text-input.js';

type Element = Draft['values']['value']['elements'][number];

/** What can be done with the object when its code is scanned, in the order in which it is offered. */
export function ElementInputs({ draft }: { draft: Draft }) {
  const { words } = useApp();
  const { editing, scanning } = words.value;
  const { elements } = draft.values.value;
  const kinds = useId();
  const put = (next: readonly Element[]): void => draft.set({ elements: next });
  const set = (at: number, change: Partial<Element>): void => put(draft.values.peek().elements.map((element, each) => (each === at ? { ...element, ...change } : element)));
  const swap = (at: number, by: 1 | -1): void => {
    const next = [...draft.values.peek().elements];
    [next[at], next[at + by]] = [next[at + by]!, next[at]!];
    put(next);
  };
  const fault = (at: number, name: string) => draft.faults.value.get(`elements/${at}/${name}`);
  return (
    <fieldset class="plain stack">
      <legend>{editing.elements}</legend>
      <p class="hint-line">{editing.elementsHint}</p>
      <datalist id={kinds}>
        {ACTION_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {editing.kinds[kind]}
          </option>
        ))}
      </datalist>
      <ol class="stack">
        {elements.map((element, at) => (
          <li key={at} class="card stack">
            <div class="spread">
              <strong>{element.label || element.id || editing.element(String(at + 1))}</strong>
              <span class="tight">
                <button type="button" class="icon-button" disabled={at === 0} aria-label={editing.up(String(at + 1))} title={editing.up(String(at + 1))} onClick={() => swap(at, -1)}>
                  <span aria-hidden="true">↑</span>
                </button>
                <button type="button" class="icon-button" disabled={at === elements.length - 1} aria-label={editing.down(String(at + 1))} title={editing.down(String(at + 1))} onClick={() => swap(at, 1)}>
                  <span aria-hidden="true">↓</span>
                </button>
                <button type="button" class="icon-button" aria-label={editing.removeElement(String(at + 1))} title={editing.removeElement(String(at + 1))} onClick={() => put(elements.filter((_, each) => each !== at))}>
                  <Icon name="close" />
                </button>
              </span>
            </div>
            <div class="two">
              <TextInput label={editing.elementId} value={element.id} fault={fault(at, 'id')} change={(id) => set(at, { id })} />
              <TextInput label={editing.kind} value={element.kind} offers={kinds} fault={fault(at, 'kind')} change={(kind) => set(at, { kind })} />
            </div>
            <TextInput label={editing.elementLabel} value={element.label} fault={fault(at, 'label')} change={(label) => set(at, { label })} />
            <TextInput label={editing.target} lines={element.kind === 'checklist' ? '; ' : undefined} hint={editing.targetHints[element.kind as ActionKind]} value={element.target} fault={fault(at, 'target')} change={(target) => set(at, { target })} />
            <Unusable element={element} texts={scanning.actions.faults} />
          </li>
        ))}
      </ol>
      <div class="row">
        <button type="button" onClick={() => put([...elements, { id: freeId(elements), kind: 'link', label: '', target: '' }])}>
          <Icon name="plus" />
          {editing.addElement}
        </button>
      </div>
    </fieldset>
  );
}

/** Ids are printed on codes: a new one is never one that is there. */
function freeId(elements: readonly Element[]): string {
  const taken = new Set(elements.map(({ id }) => id));
  let n = elements.length + 1;
  while (taken.has(`element-${n}`)) n++;
  return `element-${n}`;
}

/** What a scan will not be able to do with it. The interface refuses unknown kinds and unsafe links; the rest may be saved all the same. */
function Unusable({ element, texts }: { element: Element; texts: Words['scanning']['actions']['faults'] }) {
  const read = readAction(element);
  return read.usable || element.target === '' ? null : <p class="warning-box">{texts[read.fault]}</p>;
}
