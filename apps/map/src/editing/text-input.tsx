import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { manyLines, oneLine } from '../forms/one-line.js';
import type { Fault } from './draft-values.js';
import { faultText } from './fault-text.js';

interface TextInputProps {
  label: string;
  value: string;
  change: (text: string) => void;
  fault?: Fault;
  hint?: string;
  /** Id of a datalist with suggestions. */
  offers?: string;
  decimal?: boolean;
  /** It is wide text, and keeps its line breaks or has this in their place. */
  lines?: 'kept' | '; ';
  /** Shown after the label, such as a unit. */
  aside?: ComponentChildren;
  disabled?: boolean;
}

/** One input with its label and its fault. */
export function TextInput({ label, value, change, fault, hint, offers, decimal, lines, aside, disabled }: TextInputProps) {
  const { words, format } = useApp();
  const id = useId();
  const described = [fault !== undefined && `${id}-fault`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  const common = {
    id,
    value,
    disabled,
    'aria-invalid': fault !== undefined,
    'aria-describedby': described,
    autocomplete: 'off',
    dir: decimal ? undefined : ('auto' as const),
  };
  return (
    <div class="field">
      <label for={id}>
        {label} {aside}
      </label>
      {lines !== undefined ? (
        <textarea
          {...common}
          onInput={({ currentTarget }) => change(lines === 'kept' ? manyLines(currentTarget.value) : oneLine(currentTarget.value, lines))}
        />
      ) : (
        <input
          {...common}
          list={offers}
          inputMode={decimal ? 'decimal' : undefined}
          onInput={({ currentTarget }) => change(oneLine(currentTarget.value))}
        />
      )}
      {fault !== undefined && (
        <span id={`${id}-fault`} class="fault">
          {faultText(fault, words.value.editing.faults, format.value)}
        </span>
      )}
      {hint !== undefined && (
        <span id={`${id}-hint`} class="hint">
          {hint}
        </span>
      )}
    </div>
  );
}
