import './bulk.css';
import { useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import type { ExternalObject } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app/app.js';
import { EditConflict, type ObjectChange, ObjectEdits } from '../object-changes/object-edits.js';
import { notChangedText } from '../object-changes/undo.js';
import { MAX_SELECTED, type Selection } from '../objects/selection.js';
import { BulkChange } from './bulk-change.js';
import { BulkRun } from './bulk-run.js';

/**
 * Actions on the selected objects, and their results.
 * @param changed called after each run; the changed objects are then no longer selected
 */
export function BulkBar({ selection, changed }: { selection: Selection; changed?: () => Promise<void> }) {
  const app = useApp();
  const { editing } = app.words.value;
  const { bulk } = editing;
  const edits = useMemo(() => new ObjectEdits(app.api, app.workspace.id), [app.workspace.id]);
  const run = useSignal<{ run: BulkRun; undoes: boolean } | undefined>(undefined);
  const dialog = useSignal<'type' | 'field' | undefined>(undefined);
  const began = useRef(0);
  const number = (value: number): string => app.format.value.number(value);
  const chosen = [...selection.chosen.value.values()];

  const go = async (next: BulkRun, undoes: boolean): Promise<void> => {
    began.current++;
    run.value = { run: next, undoes };
    await next.run();
    selection.refresh(next.after);
    await changed?.();
  };
  const change = (change: ObjectChange): void => {
    dialog.value = undefined;
    void go(
      new BulkRun(
        chosen.map((seen) => ({ seen, change })),
        (seen, each) => edits.apply(seen, each),
        true,
      ),
      false,
    );
  };
  const close = (): void => {
    run.value = undefined;
    if (changed !== undefined) selection.clear();
  };
  if (run.value !== undefined)
    return (
      <Running key={began.current} run={run.value.run} undoes={run.value.undoes} undo={(inverse) => void go(inverse, true)} close={close} />
    );
  return (
    <section class="bulk-bar stack" aria-label={bulk.title}>
      <div class="spread">
        <strong role="status">
          {bulk.selected(number(chosen.length))}
          {chosen.length >= MAX_SELECTED && ` · ${bulk.most(number(MAX_SELECTED))}`}
        </strong>
        <span class="tight">
          {chosen.length > 0 && (
            <button class="quiet" onClick={() => selection.clear()}>
              {bulk.none}
            </button>
          )}
          <button class="quiet" onClick={() => selection.end()}>
            {bulk.done}
          </button>
        </span>
      </div>
      {chosen.length > 0 && (
        <div class="row">
          <button onClick={() => (dialog.value = 'type')}>{bulk.setType}</button>
          <button onClick={() => (dialog.value = 'field')}>{bulk.setField}</button>
          {chosen.some(({ archived }) => !archived) && <button onClick={() => change({ order: 'archive' })}>{editing.archive}</button>}
          {chosen.some(({ archived }) => archived) && <button onClick={() => change({ order: 'restore' })}>{editing.restore}</button>}
        </div>
      )}
      {dialog.value !== undefined && (
        <BulkChange of={dialog.value} count={chosen.length} change={change} cancel={() => (dialog.value = undefined)} />
      )}
    </section>
  );
}

function Running({ run, undoes, undo, close }: { run: BulkRun; undoes: boolean; undo: (inverse: BulkRun) => void; close: () => void }) {
  const app = useApp();
  const { editing, app: common } = app.words.value;
  const { bulk } = editing;
  const { is, done, of, failed } = run.progress.value;
  const number = (value: number): string => app.format.value.number(value);
  const left = of - done - failed.length;
  const inverse = is === 'done' && !undoes ? run.inverse() : undefined;
  return (
    <section class="bulk-bar stack" aria-label={bulk.title}>
      {is === 'running' ? (
        <div class="spread">
          <label class="bulk-progress">
            <span>{bulk.running(number(done + failed.length), number(of))}</span>
            <progress max={of} value={done + failed.length} />
          </label>
          <button onClick={() => run.stop()}>{bulk.stop}</button>
        </div>
      ) : (
        <>
          <p role="status">
            {(undoes ? bulk.undone : bulk.finished)(number(done))} {left > 0 && bulk.stopped(number(left))}
          </p>
          {failed.length > 0 && (
            <details class="warning-box">
              <summary>{bulk.failed(number(failed.length))}</summary>
              <ul class="bulk-failed">
                {failed.map(({ object, error }) => (
                  <li key={object.externalId}>
                    <strong dir="auto">{nameOf(object)}</strong>{' '}
                    {error instanceof EditConflict
                      ? bulk.conflict
                      : error instanceof ApiProblem
                        ? notChangedText(app, error)
                        : error.message}
                  </li>
                ))}
              </ul>
            </details>
          )}
          <div class="row">
            {inverse !== undefined && (
              <button class="primary" onClick={() => undo(inverse)}>
                {editing.undo}
              </button>
            )}
            <button onClick={close}>{common.close}</button>
          </div>
        </>
      )}
    </section>
  );
}

const nameOf = ({ title, externalId }: ExternalObject): string => title || externalId;
