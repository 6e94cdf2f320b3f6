import './edit.css';
import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import type { MapState } from '../map/map-state.js';
import { ObjectEdits } from '../object-changes/object-edits.js';
import type { TextMember } from '../object-changes/object-members.js';
import { notChangedText, offerUndo } from '../object-changes/undo.js';
import type { FollowedObject } from '../objects/followed-object.js';
import { knownTypes } from '../objects/known-types.js';
import { PictureInput } from '../pictures/picture-input.js';
import { ConflictChoice } from './conflict-choice.js';
import type { Draft } from './draft.js';
import { draftsOf } from './drafts.js';
import { ElementInputs } from './element-inputs.js';
import { FieldInputs } from './field-inputs.js';
import { IconChoice } from './icon-choice.js';
import { LeaveQuestion } from './leave-question.js';
import { PlaceInputs } from './place-inputs.js';
import { TextInput } from './text-input.js';

interface EditFormProps {
  id: string;
  draft: Draft;
  followed: FollowedObject;
  state: MapState;
}

/** All properties of an object that can be changed. Only changed ones are saved. */
export function EditForm({ id, draft, followed, state }: EditFormProps) {
  const app = useApp();
  const { editing, objects } = app.words.value;
  const form = useRef<HTMLFormElement>(null);
  const types = useSignal<readonly string[]>([]);
  const offers = useId();
  const workspace = app.workspace.id;
  const edits = useRef(new ObjectEdits(app.api, workspace)).current;
  const { is } = draft.state.value;

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input')?.focus({ preventScroll: true });
    app.api
      .GET('/groups/{groupID}/fields', { params: { path: { groupID: workspace } } })
      .then(
        ({ data }) =>
          void (draft.definitions.value = new Map(
            data!.fields!.filter(({ review }) => review !== 'ignored').map((field) => [field.name, field]),
          )),
      )
      .catch(() => undefined);
    void knownTypes(app).then((known) => (types.value = known));
  }, [draft]);

  const close = (): void => draftsOf(app).drop(workspace, id);

  const save = async (): Promise<void> => {
    const saved = await draft.save(edits);
    if (saved === undefined) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      return;
    }
    followed.take(saved.done.after);
    close();
    if (saved.done.before !== saved.done.after) offerUndo(app, edits, editing.saved, saved.done, saved.change);
  };
  const cancel = (): void => {
    if (!draft.dirty.peek()) return close();
    confirming.value = true;
  };
  const confirming = useSignal(false);
  const text = (name: TextMember) => ({
    value: draft.values.value.texts[name],
    fault: draft.faults.value.get(name),
    change: (value: string) => draft.set({ texts: { ...draft.values.peek().texts, [name]: value } }),
  });

  return (
    <form
      ref={form}
      class="edit-form stack"
      aria-label={editing.editOf(id)}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !(event.target as HTMLElement).closest('dialog')) cancel();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
      }}
    >
      <header>
        <h1>{editing.edit}</h1>
        <button type="button" class="icon-button" aria-label={app.words.value.app.close} onClick={cancel}>
          <Icon name="close" />
        </button>
        <p class="quiet-text">{id}</p>
      </header>
      <LeaveQuestion draft={draft} discard={close} />
      {draft.state.value.is === 'conflict' && <ConflictChoice draft={draft} state={draft.state.value} save={() => void save()} />}
      <TextInput label={editing.title} {...text('title')} />
      <TextInput label={objects.type} offers={offers} {...text('type')} />
      <datalist id={offers}>
        {types.value.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <IconChoice draft={draft} />
      <TextInput label={objects.description} lines="kept" {...text('description')} />
      <PictureInput object={draft.object} choice={draft.picture.value} change={(choice) => draft.choosePicture(choice)} />
      <FieldInputs draft={draft} />
      <PlaceInputs draft={draft} state={state} />
      <ElementInputs draft={draft} state={state} />
      <div class="edit-foot stack">
        {draft.state.value.is === 'failed' && (
          <p class="fault-box" role="alert">
            {editing.notSaved} {notChangedText(app, draft.state.value.problem)}
          </p>
        )}
        {draft.faults.value.size > 0 && (
          <p class="fault-box" role="alert">
            {editing.seeFaults}
          </p>
        )}
        {confirming.value && draft.dirty.value && (
          <p class="warning-box row" role="alert">
            {editing.leaveHint}
            <button type="button" class="danger" onClick={close}>
              {editing.discard}
            </button>
            <button type="button" onClick={() => (confirming.value = false)}>
              {editing.keepEditing}
            </button>
          </p>
        )}
        <div class="row end">
          <button type="button" onClick={cancel}>
            {app.words.value.app.cancel}
          </button>
          <button class="primary" disabled={is === 'saving' || is === 'conflict'}>
            {is === 'saving' ? editing.saving : is === 'failed' ? app.words.value.app.tryAgain : app.words.value.app.save}
          </button>
        </div>
      </div>
    </form>
  );
}
