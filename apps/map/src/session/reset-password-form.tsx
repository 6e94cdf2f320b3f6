import { useSignal } from '@preact/signals';
import { problemText } from '../api/problem-text.js';
import { useApp } from '../app.js';

/** Sets a password by the one-time secret that an operator gave. */
export function ResetPasswordForm({ done }: { done: () => void }) {
  const { words, api } = useApp();
  const fault = useSignal('');
  const { signIn } = words.value;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    try {
      await api.POST('/auth/password/reset', { body: { secret: String(form.get('secret')).trim(), newPassword: String(form.get('newPassword')) } });
      done();
    } catch (error) {
      fault.value = problemText(error, words.value);
    }
  };
  return (
    <form class="stack" onSubmit={submit}>
      <label class="field">
        {signIn.secret}
        <input name="secret" required autocomplete="off" />
      </label>
      <label class="field">
        {signIn.newPassword}
        <input name="newPassword" type="password" autocomplete="new-password" required />
      </label>
      {fault.value !== '' && (
        <p class="fault-box" role="alert">
          {fault.value}
        </p>
      )}
      <button class="primary">{signIn.setPassword}</button>
    </form>
  );
}
