import type { Signal } from '@preact/signals';
import { useApp } from '../app/app.js';
import { type Correction, CORRECTIONS } from './qr-code.js';

/** How much of a code may be damaged while it stays readable (ISO/IEC 18004). */
export function CorrectionChoice({ correction }: { correction: Signal<Correction> }) {
  const { codes } = useApp().words.value;
  return (
    <label class="field">
      {codes.correction}
      <select value={correction.value} onChange={({ currentTarget }) => (correction.value = currentTarget.value as Correction)}>
        {CORRECTIONS.map((each) => (
          <option key={each} value={each}>
            {codes.corrections[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
