import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ACTION_KINDS, type ActionKind } from '../actions/action.js';
import { elementOnScan, visibleElements, withElementOnScan } from '../actions/scan-action.js';
import { useApp } from '../app/app.js';
import { Icon, type IconName } from '../design/icon.js';
import type { MapState } from '../map/map-state.js';
import type { Draft } from './draft.js';
import { ElementTarget } from './element-target.js';
import { SelectInput } from './select-input.js';
import { TextInput } from './text-input.js';

type Element = Draft['values']['value']['elements'][number];

const ICONS: Record<ActionKind, IconName> = { link: 'link', poll: 'polls', checklist: 'check', field: 'edit', map: 'map' };
const CARDS: readonly ActionKind[] = ['link', 'poll', 'checklist', 'field', 'map'];

/** The actions that a scan of the object's code offers, in their order. Ids stay hidden: they are printed on codes and never change. */
export function ElementInputs({ draft, state }: { draft: Draft; state: MapState }) {
  const { words } = useApp();
  const { editing, scanning } = words.value;
  const list = useRef<HTMLOListElement>(null);
  const added = useRef(false);
  const all = draft.values.value.elements;
  const elements = visibleElements(all) as Element[];
  const onScan = elementOnScan(all, undefined);
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    list.current?.querySelector<HTMLElement>(':scope > li:last-child :is(select, textarea, input)')?.focus();
  });
  /** Stores the visible elements, followed by the one of kind `on-scan`, which selects the action of a plain code. */
  const put = (next: readonly Element[], performed = onScan?.id): void => {
    const kept = next.some(({ id }) => id === performed) ? performed : undefined;
    draft.set({
      elements: withElementOnScan([...next], kept).map(({ id, kind, label = '', target = '' }) => ({ id, kind, label, target })),
    });
  };
  const set = (index: number, change: Partial<Element>): void =>
    draft.set({ elements: draft.values.peek().elements.map((element, each) => (each === index ? { ...element, ...change } : element)) });
  const swap = (at: number, by: 1 | -1): void => {
    const next = [...elements];
    [next[at], next[at + by]] = [next[at + by]!, next[at]!];
    put(next);
  };
  const add = (kind: ActionKind): void => {
    added.current = true;
    put([...elements, { id: newId(), kind, label: '', target: '' }]);
  };
  const nameOf = ({ kind, label }: Element): string => label || (isKnown(kind) ? scanning.actions.kinds[kind] : kind);
  return (
    <fieldset class="plain stack">
      <legend>{editing.elements}</legend>
      <p class="hint-line">{editing.elementsHint}</p>
      <ol ref={list} class="stack">
        {elements.map((element, at) => {
          const index = all.indexOf(element);
          const fault = (name: string) => draft.faults.value.get(`elements/${index}/${name}`);
          return (
            <li key={element.id} class="card stack">
              <div class="spread">
                <strong class="edit-element">
                  {isKnown(element.kind) && <Icon name={ICONS[element.kind]} />}
                  {nameOf(element)}
                </strong>
                <span class="tight">
                  <button
                    type="button"
                    class="icon-button"
                    disabled={at === 0}
                    aria-label={editing.up(String(at + 1))}
                    title={editing.up(String(at + 1))}
                    onClick={() => swap(at, -1)}
                  >
                    <span aria-hidden="true">↑</span>
                  </button>
                  <button
                    type="button"
                    class="icon-button"
                    disabled={at === elements.length - 1}
                    aria-label={editing.down(String(at + 1))}
                    title={editing.down(String(at + 1))}
                    onClick={() => swap(at, 1)}
                  >
                    <span aria-hidden="true">↓</span>
                  </button>
                  <button
                    type="button"
                    class="icon-button"
                    aria-label={editing.removeElement(String(at + 1))}
                    title={editing.removeElement(String(at + 1))}
                    onClick={() => put(elements.filter((each) => each !== element))}
                  >
                    <Icon name="close" />
                  </button>
                </span>
              </div>
              <ElementTarget
                kind={element.kind}
                draft={draft}
                state={state}
                target={element.target}
                fault={fault('target')}
                change={(target) => set(index, { target })}
              />
              <TextInput
                label={editing.elementLabel}
                hint={editing.elementLabelHint}
                value={element.label}
                fault={fault('label')}
                change={(label) => set(index, { label })}
              />
            </li>
          );
        })}
      </ol>
      {elements.length > 0 && (
        <SelectInput
          label={editing.onScan}
          value={onScan?.id ?? ''}
          choices={elements.map((element) => ({ value: element.id, label: nameOf(element) }))}
          none={editing.onScanNothing}
          change={(id) => put(elements, id)}
        />
      )}
      <AddElement add={add} />
    </fieldset>
  );
}

/**
 * A stable function, which runs once when the cards open; an inline function would be called at each rendering and scroll the form back to
 * the cards.
 */
const showCards = (cards: HTMLElement | null): void => cards?.scrollIntoView({ block: 'nearest' });

/** The kinds of actions, as cards. */
function AddElement({ add }: { add: (kind: ActionKind) => void }) {
  const { words } = useApp();
  const { editing, scanning } = words.value;
  const open = useSignal(false);
  return (
    <>
      <div class="row">
        <button type="button" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
          <Icon name="plus" />
          {editing.addElement}
        </button>
      </div>
      {open.value && (
        <div ref={showCards} class="edit-cards" role="group" aria-label={editing.addElement}>
          {CARDS.map((kind) => (
            <button
              key={kind}
              type="button"
              class="edit-card"
              onClick={() => {
                open.value = false;
                add(kind);
              }}
            >
              <Icon name={ICONS[kind]} />
              <strong>{scanning.actions.kinds[kind]}</strong>
              <span class="hint-line">{editing.kinds[kind]}</span>
            </button>
          ))}
        </div>
      )}
    </>
  );
}

const isKnown = (kind: string): kind is ActionKind => (ACTION_KINDS as readonly string[]).includes(kind);

/** Random, because a code printed for a removed element must not perform a later one. */
const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('');
