import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { knownTypes } from '../objects/known-types.js';
import { problemText } from '../words/problem-text.js';
import { type Candidate, freshIds, MAX_STICKERS, StickerChoice } from './sticker-choice.js';

const SHOWN_FIRST = 50;
const MAX_PREFIX = 64;

/** Selects what gets a sticker: objects found by a search, or ids for objects that do not exist yet. */
export function StickerSource({ chosen }: { chosen: Signal<readonly Candidate[]> }) {
  const { words } = useApp();
  const { sheet } = words.value.codes;
  const fresh = useSignal(false);
  return (
    <section class="card stack" aria-labelledby="sticker-source">
      <h2 id="sticker-source">{sheet.what}</h2>
      <div class="row" role="group" aria-labelledby="sticker-source">
        <button aria-pressed={!fresh.value} onClick={() => (fresh.value = false)}>
          {sheet.existing}
        </button>
        <button aria-pressed={fresh.value} onClick={() => (fresh.value = true)}>
          {sheet.fresh}
        </button>
      </div>
      {fresh.value ? <FreshCodes chosen={chosen} /> : <FoundObjects chosen={chosen} />}
    </section>
  );
}

function FreshCodes({ chosen }: { chosen: Signal<readonly Candidate[]> }) {
  const { words } = useApp();
  const { sheet } = words.value.codes;
  const count = useSignal(21);
  const prefix = useSignal('');
  const again = useSignal(0);
  useEffect(() => {
    chosen.value = freshIds(Math.min(MAX_STICKERS, Math.max(0, Math.trunc(count.value) || 0)), prefix.value.trim());
  }, [count.value, prefix.value, again.value]);
  return (
    <>
      <p class="quiet-text">{sheet.freshHint}</p>
      <div class="code-pair">
        <label class="field">
          {sheet.freshCount}
          <input
            type="number"
            min={1}
            max={MAX_STICKERS}
            value={count.value}
            onInput={({ currentTarget }) => (count.value = currentTarget.valueAsNumber)}
          />
        </label>
        <label class="field">
          {sheet.freshPrefix}
          <input maxLength={MAX_PREFIX} value={prefix.value} onInput={({ currentTarget }) => (prefix.value = currentTarget.value)} />
        </label>
      </div>
      <div class="row">
        <button onClick={() => (again.value += 1)}>{sheet.freshAgain}</button>
      </div>
    </>
  );
}

function FoundObjects({ chosen }: { chosen: Signal<readonly Candidate[]> }) {
  const app = useApp();
  const { words, format } = app;
  const { sheet } = words.value.codes;
  const choice = useMemo(() => new StickerChoice(app), []);
  const text = useSignal('');
  const type = useSignal('');
  const types = useSignal<readonly string[]>([]);
  const shown = useSignal(SHOWN_FIRST);
  useEffect(() => {
    void knownTypes(app).then((known) => (types.value = known));
    return () => choice.close();
  }, []);
  useEffect(() => choice.search(text.value, type.value), [text.value, type.value]);
  useSignalEffect(() => {
    const state = choice.state.value;
    chosen.value = state.is === 'there' ? state.candidates.filter(({ id }) => !choice.without.value.has(id)) : [];
  });
  const state = choice.state.value;
  const mark = (id: string, on: boolean): void => {
    const without = new Set(choice.without.peek());
    if (on) without.delete(id);
    else without.add(id);
    choice.without.value = without;
  };
  return (
    <>
      <div class="code-pair">
        <label class="field">
          {sheet.search}
          <input
            type="search"
            placeholder={sheet.searchHint}
            value={text.value}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        </label>
        <label class="field">
          {sheet.type}
          <select value={type.value} onChange={({ currentTarget }) => (type.value = currentTarget.value)}>
            <option value="">{sheet.allTypes}</option>
            {types.value.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
      </div>
      {state.is === 'loading' && <p role="status">{words.value.app.loading}</p>}
      {state.is === 'failed' && <p class="fault-box">{problemText(state.problem, words.value)}</p>}
      {state.is === 'there' && state.candidates.length === 0 && <p role="status">{sheet.none}</p>}
      {state.is === 'there' && state.candidates.length > 0 && (
        <>
          <div class="spread">
            <p role="status">{sheet.chosen(format.value.number(chosen.value.length), format.value.number(state.candidates.length))}</p>
            <span class="row">
              <button onClick={() => (choice.without.value = new Set())}>{sheet.chooseAll}</button>
              <button onClick={() => (choice.without.value = new Set(state.candidates.map(({ id }) => id)))}>{sheet.chooseNone}</button>
            </span>
          </div>
          {state.more && <p class="warning-box">{sheet.cutOff}</p>}
          <ul class="code-stickers" tabIndex={0} aria-label={sheet.existing}>
            {state.candidates.slice(0, shown.value).map(({ id, title }) => (
              <li key={id}>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={!choice.without.value.has(id)}
                    onChange={({ currentTarget }) => mark(id, currentTarget.checked)}
                  />
                  <span class="code-text">
                    <bdi>{title || id}</bdi>
                    {title !== '' && <span class="quiet-text code-hint">{id}</span>}
                  </span>
                </label>
              </li>
            ))}
          </ul>
          {state.candidates.length > shown.value && (
            <button class="quiet" onClick={() => (shown.value += 200)}>
              {sheet.more}
            </button>
          )}
        </>
      )}
    </>
  );
}
