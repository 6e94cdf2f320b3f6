import { useSignal } from '@preact/signals';
import { useApp } from '../app/app.js';
import { Form } from '../forms/form.js';
import { useSubmission } from '../forms/submission.js';
import { isLongEnough, NewPasswordField } from './new-password-field.js';
import { WayIn } from './way-in.js';

/** The page of an invite link: the person chooses a password and is signed in. @param email of the account, from the link */
export function InvitationPage({ secret, email }: { secret: string; email: string | undefined }) {
  const { words, address } = useApp();
  const { signIn } = words.value;
  return (
    <WayIn title={signIn.invited}>
      <p>{email === undefined ? signIn.invitedHint : signIn.invitedAs(email)}</p>
      <InvitationForm secret={() => secret} email={email} done={() => address.replace({ more: {} })} />
      <button class="quiet" onClick={() => address.replace({ more: {} })}>
        {signIn.byPassword}
      </button>
    </WayIn>
  );
}

/**
 * Sets the password with a one-time code and signs in. @param secret typed or from the link; undefined: invalid, and the page shows that
 */
export function InvitationForm({
  secret,
  email,
  done,
  children,
}: {
  secret: () => string | undefined;
  email?: string;
  done?: () => void;
  children?: preact.ComponentChildren;
}) {
  const { words, session } = useApp();
  // The full message about the code, with what to do, is shown below.
  const submission = useSubmission(['/newPassword']);
  const newPassword = useSignal('');
  const { signIn } = words.value;
  const send = async (): Promise<void> => {
    const given = secret();
    if (given === undefined || !isLongEnough(newPassword.peek(), submission, signIn.passwordRule)) return;
    if (await submission.send(() => session.acceptInvitation(given, newPassword.peek()))) done?.();
  };
  return (
    <Form submission={submission} submit={signIn.setAndEnter} send={send}>
      {children}
      {/* Password managers store the new password under this name. */}
      {email !== undefined && <input type="email" hidden autocomplete="username" value={email} readOnly />}
      <NewPasswordField value={newPassword} submission={submission} />
    </Form>
  );
}
