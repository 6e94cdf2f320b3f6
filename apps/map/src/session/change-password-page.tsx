import { useSignal } from '@preact/signals';
import { useApp } from '../app.js';
import { TextField } from '../forms/fields.js';
import { Form } from '../forms/form.js';
import { useSubmission } from '../forms/submission.js';

/** Who was given a password must choose one before anything else. */
export function ChangePasswordPage() {
  const { words, session } = useApp();
  const submission = useSubmission(['/oldPassword', '/newPassword']);
  const [oldPassword, newPassword] = [useSignal(''), useSignal('')];
  const { signIn } = words.value;
  const send = (): Promise<boolean> => submission.send(() => session.changePassword(oldPassword.peek(), newPassword.peek()));
  return (
    <main class="way-in" id="content" tabIndex={-1}>
      <div class="card">
        <h1>{signIn.changePassword}</h1>
        <p>{signIn.mustChange}</p>
        <Form submission={submission} submit={signIn.changePassword} send={send}>
          <TextField label={signIn.oldPassword} pointer="/oldPassword" submission={submission} value={oldPassword} type="password" autocomplete="current-password" required />
          <TextField label={signIn.newPassword} pointer="/newPassword" submission={submission} value={newPassword} type="password" autocomplete="new-password" required />
        </Form>
        <button class="quiet" onClick={() => void session.signOut()}>
          {signIn.signOut}
        </button>
      </div>
    </main>
  );
}
