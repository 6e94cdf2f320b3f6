import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useApp } from '../app/app.js';
import type { Submission } from './submission.js';

interface FieldProps {
  label: string;
  hint?: string;
  /** JSON pointer into the body by which the service reports faults of this field. */
  pointer: string;
  submission: Submission;
}

type TextProps = FieldProps & {
  value: Signal<string>;
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'search' | 'datetime-local' | 'date';
  required?: boolean;
  lines?: number;
  placeholder?: string;
  readOnly?: boolean;
  /** The browser's autocompletion; omitted: none. */
  autocomplete?: 'username' | 'current-password' | 'new-password';
};

/** A text input with its label above, and hint and fault below. */
export function TextField({ value, type = 'text', required, lines, placeholder, readOnly, autocomplete, ...field }: TextProps) {
  return (
    <Labelled {...field}>
      {(inputProps) =>
        type === 'password' ? (
          <PasswordInput inputProps={inputProps} value={value} required={required} autocomplete={autocomplete} />
        ) : lines === undefined ? (
          <input
            {...inputProps}
            {...({ type } as { type: 'text' })}
            step={type === 'number' ? 'any' : undefined}
            required={required}
            readOnly={readOnly}
            placeholder={placeholder}
            autocomplete={autocomplete ?? 'off'}
            value={value.value}
            onInput={({ currentTarget }) => (value.value = currentTarget.value)}
          />
        ) : (
          <textarea
            {...inputProps}
            rows={lines}
            required={required}
            spellcheck={false}
            autocomplete="off"
            value={value.value}
            onInput={({ currentTarget }) => (value.value = currentTarget.value)}
          />
        )
      }
    </Labelled>
  );
}

/** The typed password can be shown, because long passwords are hard to type on a phone. */
function PasswordInput({
  inputProps,
  value,
  required,
  autocomplete,
}: {
  inputProps: object;
  value: Signal<string>;
  required?: boolean;
  autocomplete?: string;
}) {
  const { words } = useApp();
  const shown = useSignal(false);
  return (
    <span class="form-password">
      <input
        {...inputProps}
        {...({ type: shown.value ? 'text' : 'password' } as { type: 'text' })}
        required={required}
        autocapitalize="off"
        spellcheck={false}
        autocomplete={autocomplete ?? 'off'}
        value={value.value}
        onInput={({ currentTarget }) => (value.value = currentTarget.value)}
      />
      <button type="button" class="quiet" aria-pressed={shown.value} onClick={() => (shown.value = !shown.value)}>
        {shown.value ? words.value.forms.hidePassword : words.value.forms.showPassword}
      </button>
    </span>
  );
}

/** A choice of one. */
export function ChoiceField<T extends string>({
  value,
  from,
  name,
  ...field
}: FieldProps & { value: Signal<T>; from: readonly T[]; name: (choice: T) => string }) {
  return (
    <Labelled {...field}>
      {(inputProps) => (
        <select {...inputProps} value={value.value} onChange={({ currentTarget }) => (value.value = currentTarget.value as T)}>
          {from.map((choice) => (
            <option key={choice} value={choice}>
              {name(choice)}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** Checkboxes for several choices. */
export function ChecksField<T extends string>({
  label,
  hint,
  pointer,
  submission,
  value,
  from,
  name,
}: FieldProps & { value: Signal<readonly T[]>; from: readonly T[]; name: (choice: T) => ComponentChildren }) {
  const id = useId();
  const fault = submission.faultAt(pointer);
  return (
    <fieldset class="checks" aria-describedby={`${id}-hint`} aria-invalid={fault !== undefined} tabIndex={-1}>
      <legend>{label}</legend>
      <div id={`${id}-hint`}>
        {hint !== undefined && <p class="hint">{hint}</p>}
        {fault !== undefined && <p class="fault">{fault}</p>}
      </div>
      {from.map((choice) => (
        <label key={choice} class="check">
          <input
            type="checkbox"
            checked={value.value.includes(choice)}
            onChange={({ currentTarget }) =>
              (value.value = from.filter((each) => (each === choice ? currentTarget.checked : value.peek().includes(each))))
            }
          />
          <span>{name(choice)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A checkbox. */
export function CheckField({ label, value }: { label: string; value: Signal<boolean> }) {
  return (
    <label class="check">
      <input type="checkbox" checked={value.value} onChange={({ currentTarget }) => (value.value = currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

function Labelled({
  label,
  hint,
  pointer,
  submission,
  children,
}: FieldProps & {
  children: (inputProps: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }) => ComponentChildren;
}) {
  const id = useId();
  const fault = submission.faultAt(pointer);
  const described = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': fault !== undefined })}
      {hint !== undefined && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span class="fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  );
}
