import { useSignal } from '@preact/signals';
import { problemText } from '../api/problem-text.js';
import { useApp } from '../app.js';

/** Who was given a password must choose one before anything else. */
export function ChangePasswordPage() {
  const { words, session } = useApp();
  const fault = useSignal('');
  const { signIn } = words.value;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    try {
      await session.changePassword(String(form.get('oldPassword')), String(form.get('newPassword')));
    } catch (error) {
      fault.value = problemText(error, words.value);
    }
  };
  return (
    <main class="way-in" id="content">
      <form class="card" onSubmit={submit}>
        <h1>{signIn.changePassword}</h1>
        <p>{signIn.mustChange}</p>
        <label class="field">
          {signIn.oldPassword}
          <input name="oldPassword" type="password" autocomplete="current-password" required />
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
        <button class="primary">{signIn.changePassword}</button>
        <button type="button" class="quiet" onClick={() => void session.signOut()}>
          {signIn.signOut}
        </button>
      </form>
    </main>
  );
}
