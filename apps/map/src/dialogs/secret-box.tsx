import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { useApp } from '../app/app.js';

/** A text that is shown once and can be copied. */
export function SecretBox({ label, text, lines = 2 }: { label: string; text: string; lines?: number }) {
  const { words } = useApp();
  const copied = useSignal(false);
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        id={id}
        readOnly
        rows={lines}
        spellcheck={false}
        class="secret"
        value={text}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div class="row">
        <button
          type="button"
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => (copied.value = true),
              () => document.getElementById(id)?.focus(),
            )
          }
        >
          {words.value.forms.copy}
        </button>
        <span role="status">{copied.value ? words.value.forms.copied : ''}</span>
      </div>
    </div>
  );
}
