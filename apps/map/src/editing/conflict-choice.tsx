import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { type MemberName, membersOf } from '../object-changes/object-members.js';
import type { Draft, DraftState } from './draft.js';
import { memberLabel, memberText } from './member-text.js';

/** Both versions of members that two people changed at once, side by side, to choose from. */
export function ConflictChoice({ draft, state, save }: { draft: Draft; state: Extract<DraftState, { is: 'conflict' }>; save: () => void }) {
  const app = useApp();
  const { editing } = app.words.value;
  const group = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
    section.current?.focus({ preventScroll: true });
  }, []);
  const choices = useSignal<ReadonlyMap<MemberName, 'mine' | 'theirs'>>(new Map());
  const theirs = membersOf(state.theirs);
  const choose = (name: MemberName, whose: 'mine' | 'theirs'): void => void (choices.value = new Map(choices.peek()).set(name, whose));
  const undecided = state.members.some((name) => !choices.value.has(name));
  return (
    <section ref={section} class="edit-conflict stack" tabIndex={-1} role="alertdialog" aria-labelledby={`${group}-title`}>
      <h2 id={`${group}-title`}>{editing.conflict}</h2>
      <p>{editing.conflictHint}</p>
      {state.members.map((name) => (
        <fieldset key={name} class="plain">
          <legend>{memberLabel(name, app, draft.definitions.value)}</legend>
          <div class="two">
            {(['mine', 'theirs'] as const).map((whose) => (
              <label key={whose} class="edit-version">
                <span class="check">
                  <input
                    type="radio"
                    name={`${group} ${name}`}
                    checked={choices.value.get(name) === whose}
                    onChange={() => choose(name, whose)}
                  />
                  <strong>{editing[whose]}</strong>
                </span>
                <span class="edit-said" dir="auto">
                  {memberText(name, (whose === 'mine' ? state.mine : theirs).get(name), app, draft.definitions.value)}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div class="row">
        <button
          type="button"
          class="primary"
          disabled={undecided}
          onClick={() => {
            draft.settle(choices.peek());
            save();
          }}
        >
          {editing.saveChosen}
        </button>
        <button type="button" onClick={() => draft.putConflictOff()}>
          {editing.backToForm}
        </button>
      </div>
    </section>
  );
}
