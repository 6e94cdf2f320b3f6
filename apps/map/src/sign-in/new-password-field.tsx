import type { Signal } from '@preact/signals';
import { useApp } from '../app/app.js';
import { TextField } from '../forms/fields.js';
import type { Submission } from '../forms/submission.js';
import { MIN_PASSWORD_CHARACTERS, strengthOf } from './password-strength.js';

/** An input for a new password: shows the rule first, and the strength while somebody types. */
export function NewPasswordField({ value, submission }: { value: Signal<string>; submission: Submission }) {
  const { words } = useApp();
  const { signIn } = words.value;
  const strength = strengthOf(value.value);
  // The refusal already contains the rule.
  const isRefused = submission.faultAt('/newPassword') === signIn.passwordRule;
  return (
    <div class="field">
      <TextField
        label={signIn.newPassword}
        hint={isRefused ? undefined : signIn.passwordRule}
        pointer="/newPassword"
        submission={submission}
        value={value}
        type="password"
        autocomplete="new-password"
        required
      />
      {value.value !== '' && (
        <p class="password-strength hint" role="status">
          <meter
            aria-hidden="true"
            min={0}
            max={3}
            low={1.5}
            high={2.5}
            optimum={3}
            value={['short', 'fair', 'strong'].indexOf(strength) + 1}
          />
          {strength === 'short' ? signIn.tooShort(String(MIN_PASSWORD_CHARACTERS - [...value.value].length)) : signIn.strengths[strength]}
        </p>
      )}
    </div>
  );
}

/** Shows a fault that the service would report, without a request. @returns whether the password may be sent */
export function isLongEnough(password: string, submission: Submission, rule: string): boolean {
  if (strengthOf(password) !== 'short') return true;
  submission.refuse('/newPassword', rule);
  return false;
}
