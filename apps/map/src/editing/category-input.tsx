import { useId } from 'preact/hooks';
import type { Schemas } from '../api/api.js';
import { useApp } from '../app/app.js';
import type { Fault } from './draft-values.js';
import { faultText } from './fault-text.js';
import { TextInput } from './text-input.js';

interface CategoryValue {
  /** Name of the category. */
  text: string;
  namespace: string;
}

/** A choice among the defined categories; without a definition, inputs for namespace and name. */
export function CategoryInput({
  label,
  value,
  categories,
  fault,
  change,
}: {
  label: string;
  value: CategoryValue;
  categories: readonly Schemas['FieldCategory'][] | undefined;
  fault?: Fault;
  change: (value: CategoryValue) => void;
}) {
  const { words, format } = useApp();
  const { editing } = words.value;
  const id = useId();
  if (categories === undefined || categories.length === 0)
    return (
      <fieldset class="plain two" aria-label={label}>
        <TextInput label={editing.categoryOf(label)} value={value.text} fault={fault} change={(text) => change({ ...value, text })} />
        <TextInput label={editing.namespace} value={value.namespace} change={(namespace) => change({ ...value, namespace })} />
      </fieldset>
    );
  const at = categories.findIndex(({ namespace, categoryName }) => namespace === value.namespace && categoryName === value.text);
  const other = at < 0 && value.text !== '';
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={other ? 'other' : at < 0 ? '' : String(at)}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onChange={({ currentTarget }) => {
          const chosen = categories[Number(currentTarget.value)];
          if (currentTarget.value === '') change({ text: '', namespace: '' });
          else if (chosen !== undefined) change({ text: chosen.categoryName, namespace: chosen.namespace });
        }}
      >
        <option value="">{editing.noValue}</option>
        {other && <option value="other">{value.text}</option>}
        {categories.map(({ namespace, categoryName, label: shown }, each) => (
          <option key={`${namespace}/${categoryName}`} value={String(each)}>
            {shown || categoryName}
          </option>
        ))}
      </select>
      {fault !== undefined && (
        <span id={`${id}-fault`} class="fault">
          {faultText(fault, editing.faults, format.value)}
        </span>
      )}
    </div>
  );
}
