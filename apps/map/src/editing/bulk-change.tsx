import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Schemas } from '../api/api.js';
import { useApp } from '../app/app.js';
import type { ObjectChange } from '../object-changes/object-edits.js';
import { type FieldKind, fieldMember } from '../object-changes/object-members.js';
import { fieldValueOf } from '../object-changes/typed-value.js';
import { knownTypes } from '../objects/known-types.js';
import { CategoryInput } from './category-input.js';
import { type Fault, TEXT_LIMITS } from './draft-values.js';
import { TextInput } from './text-input.js';

interface BulkChangeProps {
  of: 'type' | 'field';
  count: number;
  change: (change: ObjectChange) => void;
  cancel: () => void;
}

/** Asks for the new value for many objects. */
export function BulkChange({ of, count, change, cancel }: BulkChangeProps) {
  const { words, format } = useApp();
  const { bulk } = words.value.editing;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = (
    <button type="button" onClick={() => dialog.current!.close()}>
      {words.value.app.cancel}
    </button>
  );
  return (
    <dialog ref={dialog} aria-labelledby="bulk-title" onClose={cancel}>
      <div class="stack">
        <h2 id="bulk-title">{of === 'type' ? bulk.setType : bulk.setField}</h2>
        <p class="quiet-text">{bulk.selected(format.value.number(count))}</p>
        {of === 'type' ? <TypeForm change={change} cancel={close} /> : <FieldForm change={change} cancel={close} />}
      </div>
    </dialog>
  );
}

interface FormProps {
  change: (change: ObjectChange) => void;
  /** The button that closes the dialog. */
  cancel: JSX.Element;
}

function TypeForm({ change, cancel }: FormProps) {
  const app = useApp();
  const { editing, objects } = app.words.value;
  const type = useSignal('');
  const types = useSignal<readonly string[]>([]);
  const offers = useId();
  useEffect(() => void knownTypes(app).then((known) => (types.value = known)), []);
  const tooLong = [...type.value].length > TEXT_LIMITS.type;
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!tooLong) change({ set: [['type', type.peek().trim() || undefined]] });
      }}
    >
      <TextInput
        label={objects.type}
        offers={offers}
        value={type.value}
        fault={tooLong ? { is: 'too-long', most: TEXT_LIMITS.type } : undefined}
        change={(text) => (type.value = text)}
      />
      <datalist id={offers}>
        {types.value.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <div class="row end">
        {cancel}
        <button class="primary">{editing.bulk.apply}</button>
      </div>
    </form>
  );
}

function FieldForm({ change, cancel }: FormProps) {
  const app = useApp();
  const { editing } = app.words.value;
  const definitions = useSignal<ReadonlyMap<string, Schemas['DefinedField']>>(new Map());
  const value = useSignal<{ name: string; kind: FieldKind; text: string; namespace: string }>({
    name: '',
    kind: 'String',
    text: '',
    namespace: '',
  });
  const fault = useSignal<Fault | undefined>(undefined);
  const [offers, kindId] = [useId(), useId()];
  useEffect(() => {
    app.api
      .GET('/groups/{groupID}/fields', { params: { path: { groupID: app.workspace.id } } })
      .then(({ data }) => void (definitions.value = new Map(data!.fields!.map((field) => [field.name, field]))))
      .catch(() => undefined);
  }, []);
  const { name, kind, text } = value.value;
  const definition = definitions.value.get(name);
  const set = (next: Partial<typeof value.value>): void => {
    fault.value = undefined;
    value.value = { ...value.peek(), ...next };
  };
  const apply = (): void => {
    const read = name.trim() === '' ? ({ is: 'needed' } as const) : fieldValueOf(value.peek(), definition);
    if ('is' in read) fault.value = read;
    else change({ set: [[fieldMember(name), read]] });
  };
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <TextInput
        label={editing.bulk.field}
        offers={offers}
        value={name}
        fault={name === '' ? fault.value : undefined}
        change={(next) => set({ name: next, kind: definitions.peek().get(next)?.type ?? kind, text: '', namespace: '' })}
      />
      <datalist id={offers}>
        {[...definitions.value.values()].map((field) => (
          <option key={field.name} value={field.name}>
            {field.label}
          </option>
        ))}
      </datalist>
      {definition === undefined && (
        <div class="field">
          <label for={kindId}>{editing.fieldKind}</label>
          <select id={kindId} value={kind} onChange={({ currentTarget }) => set({ kind: currentTarget.value as FieldKind })}>
            {(['Number', 'String', 'Category'] as const).map((each) => (
              <option key={each} value={each}>
                {editing.fieldKinds[each]}
              </option>
            ))}
          </select>
        </div>
      )}
      {kind === 'Category' ? (
        <CategoryInput
          label={editing.value}
          value={value.value}
          categories={definition?.categories}
          fault={name === '' ? undefined : fault.value}
          change={set}
        />
      ) : (
        <TextInput
          label={editing.value}
          decimal={kind === 'Number'}
          value={text}
          fault={name === '' ? undefined : fault.value}
          change={(next) => set({ text: next })}
          aside={definition?.unit && <span class="quiet-text">({definition.unit})</span>}
        />
      )}
      <div class="row end">
        {cancel}
        <button type="button" disabled={name.trim() === ''} onClick={() => change({ set: [[fieldMember(name), undefined]] })}>
          {editing.bulk.clear}
        </button>
        <button class="primary">{editing.bulk.apply}</button>
      </div>
    </form>
  );
}
