import { useId } from 'preact/hooks';
import { useApp } from '../app/app.js';
import type { Fault } from './draft-values.js';
import { faultText } from './fault-text.js';

export interface Choice {
  value: string;
  label: string;
}

/** A choice with its label and fault. A value that is not among the choices is kept and shown. */
export function SelectInput({
  label,
  value,
  choices,
  none,
  fault,
  change,
}: {
  label: string;
  value: string;
  choices: readonly Choice[];
  none: string;
  fault?: Fault;
  change: (value: string) => void;
}) {
  const { words, format } = useApp();
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      >
        <option value="">{none}</option>
        {value !== '' && !choices.some((choice) => choice.value === value) && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      {fault !== undefined && (
        <span id={`${id}-fault`} class="fault">
          {faultText(fault, words.value.editing.faults, format.value)}
        </span>
      )}
    </div>
  );
}
