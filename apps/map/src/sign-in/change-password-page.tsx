import { useSignal } from '@preact/signals';
import { useApp } from '../app/app.js';
import { TextField } from '../forms/fields.js';
import { Form } from '../forms/form.js';
import { useSubmission } from '../forms/submission.js';
import { isLongEnough, NewPasswordField } from './new-password-field.js';
import { WayIn } from './way-in.js';

/** People with an assigned password must choose their own first. The form does not ask for the assigned one, which they have just typed. */
export function ChangePasswordPage() {
  const { words, session } = useApp();
  const submission = useSubmission(['/newPassword']);
  const newPassword = useSignal('');
  const { signIn } = words.value;
  const send = async (): Promise<unknown> =>
    isLongEnough(newPassword.peek(), submission, signIn.passwordRule) &&
    submission.send(() => session.replaceGivenPassword(newPassword.peek()));
  return (
    <WayIn title={signIn.choosePassword}>
      <p>{signIn.mustChange}</p>
      <Form submission={submission} submit={signIn.setAndEnter} send={send}>
        <NewPasswordField value={newPassword} submission={submission} />
      </Form>
      <button class="quiet" onClick={() => void session.signOut()}>
        {signIn.signOut}
      </button>
    </WayIn>
  );
}

/** In the settings: changes the password of the signed-in person. */
export function ChangePasswordForm() {
  const { words, session, notices } = useApp();
  const submission = useSubmission(['/oldPassword', '/newPassword']);
  const [oldPassword, newPassword] = [useSignal(''), useSignal('')];
  const { signIn } = words.value;
  const send = async (): Promise<void> => {
    if (!isLongEnough(newPassword.peek(), submission, signIn.passwordRule)) return;
    if (!(await submission.send(() => session.changePassword(oldPassword.peek(), newPassword.peek())))) return;
    oldPassword.value = newPassword.value = '';
    notices.info(signIn.passwordChanged);
  };
  return (
    <Form submission={submission} submit={signIn.changePassword} send={send}>
      <TextField
        label={signIn.oldPassword}
        pointer="/oldPassword"
        submission={submission}
        value={oldPassword}
        type="password"
        autocomplete="current-password"
        required
      />
      <NewPasswordField value={newPassword} submission={submission} />
    </Form>
  );
}
