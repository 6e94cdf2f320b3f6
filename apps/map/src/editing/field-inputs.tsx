import { useId } from 'preact/hooks';
import type { Schemas } from '../api/api.js';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import type { FieldKind } from '../object-changes/object-members.js';
import { CategoryInput } from './category-input.js';
import type { FieldDraft } from './draft-values.js';
import type { Draft } from './draft.js';
import { TextInput } from './text-input.js';

type Field = Schemas['DefinedField'];

const KINDS: readonly FieldKind[] = ['Number', 'String', 'Category'];

/** The fields of the object by their definitions; others can be added. */
export function FieldInputs({ draft }: { draft: Draft }) {
  const { words } = useApp();
  const { editing, objects } = words.value;
  const { fields, texts } = draft.values.value;
  const set = (at: number, change: Partial<FieldDraft>): void =>
    draft.set({ fields: draft.values.peek().fields.map((field, each) => (each === at ? { ...field, ...change } : field)) });
  const drop = (at: number): void => draft.set({ fields: draft.values.peek().fields.filter((_, each) => each !== at) });
  return (
    <fieldset class="plain stack">
      <legend>{objects.fields}</legend>
      {fields.length === 0 && <p class="quiet-text">{objects.noFields}</p>}
      {fields.map((field, at) => (
        <div key={field.added ? `added ${at}` : field.name} class="edit-line">
          {field.added && <FieldName field={field} at={at} draft={draft} set={(change) => set(at, change)} />}
          <FieldInput
            field={field}
            label={field.added ? editing.value : labelOf(field.name, draft.definitions.value)}
            at={at}
            draft={draft}
            set={(change) => set(at, change)}
          />
          <button
            type="button"
            class="icon-button"
            aria-label={editing.clearField(labelOf(field.name, draft.definitions.value))}
            title={editing.clearField(labelOf(field.name, draft.definitions.value))}
            onClick={() => drop(at)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <AddField draft={draft} type={texts.type} />
    </fieldset>
  );
}

const labelOf = (name: string, definitions: ReadonlyMap<string, Field>): string => definitions.get(name)?.label || name;

function FieldInput({
  field,
  label,
  at,
  draft,
  set,
}: {
  field: FieldDraft;
  label: string;
  at: number;
  draft: Draft;
  set: (change: Partial<FieldDraft>) => void;
}) {
  const { words, format } = useApp();
  const { editing } = words.value;
  const definition = draft.definitions.value.get(field.name);
  const fault = draft.faults.value.get(`fields/${at}`);
  if (field.kind === 'Category')
    return <CategoryInput label={label} value={field} categories={definition?.categories} fault={fault} change={set} />;
  if (field.kind === 'String')
    return (
      <TextInput
        label={label}
        lines={field.text.length > 60 || field.text.includes('\n') ? 'kept' : undefined}
        value={field.text}
        fault={fault}
        change={(text) => set({ text })}
      />
    );
  const { min, max, unit } = definition ?? {};
  const bounds = [min, max].map((bound) => (bound === undefined ? undefined : format.value.number(bound, 6)));
  const hint =
    min !== undefined && max !== undefined
      ? editing.faults.between(bounds[0]!, bounds[1]!)
      : min !== undefined
        ? editing.faults.atLeast(bounds[0]!)
        : max !== undefined
          ? editing.faults.atMost(bounds[1]!)
          : undefined;
  return (
    <TextInput
      label={label}
      decimal
      value={field.text}
      fault={fault}
      hint={fault === undefined ? hint : undefined}
      aside={unit && <span class="quiet-text">({unit})</span>}
      change={(text) => set({ text })}
    />
  );
}

/** The name of an added field, and its type if it is not defined. */
function FieldName({ field, at, draft, set }: { field: FieldDraft; at: number; draft: Draft; set: (change: Partial<FieldDraft>) => void }) {
  const { words } = useApp();
  const { editing } = words.value;
  const id = useId();
  const defined = draft.definitions.value.has(field.name);
  const rename = (name: string): void => {
    const definition = draft.definitions.peek().get(name);
    set(definition === undefined ? { name } : { name, kind: definition.type });
  };
  return (
    <>
      <TextInput label={editing.fieldName} value={field.name} fault={draft.faults.value.get(`fields/${at}/name`)} change={rename} />
      {!defined && (
        <div class="field">
          <label for={id}>{editing.fieldKind}</label>
          <select id={id} value={field.kind} onChange={({ currentTarget }) => set({ kind: currentTarget.value as FieldKind })}>
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {editing.fieldKinds[kind]}
              </option>
            ))}
          </select>
        </div>
      )}
    </>
  );
}

/** Offers defined fields for the object's type that it does not have yet, and one with another name. */
function AddField({ draft, type }: { draft: Draft; type: string }) {
  const { words } = useApp();
  const { editing } = words.value;
  const id = useId();
  const there = new Set(draft.values.value.fields.map(({ name }) => name));
  const offered = [...draft.definitions.value.values()].filter(
    ({ name, objectTypes }) => !there.has(name) && (objectTypes === undefined || objectTypes.length === 0 || objectTypes.includes(type)),
  );
  const add = (name: string, kind: FieldKind, added: boolean): void =>
    draft.set({ fields: [...draft.values.peek().fields, { name, kind, text: '', namespace: '', ...(added ? { added } : {}) }] });
  return (
    <div class="row">
      {offered.length > 0 && (
        <>
          <label class="visually-hidden" for={id}>
            {editing.addDefined}
          </label>
          <select
            id={id}
            class="add-defined"
            value=""
            onChange={({ currentTarget }) => {
              const definition = draft.definitions.peek().get(currentTarget.value);
              currentTarget.value = '';
              if (definition !== undefined) add(definition.name, definition.type, false);
            }}
          >
            <option value="">{editing.addDefined}</option>
            {offered.map(({ name, label }) => (
              <option key={name} value={name}>
                {label || name}
              </option>
            ))}
          </select>
        </>
      )}
      <button type="button" onClick={() => add('', 'String', true)}>
        <Icon name="plus" />
        {offered.length > 0 ? editing.addOther : editing.addField}
      </button>
    </div>
  );
}
