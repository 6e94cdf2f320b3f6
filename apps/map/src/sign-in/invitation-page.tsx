import { useSignal } from '@preact/signals';
import { useApp } from '../app/app.js';
import { Form } from '../forms/form.js';
import { useSubmission } from '../forms/submission.js';
import { isLongEnough, NewPasswordField } from './new-password-field.js';
import { WayIn } from './way-in.js';

/** The page of an invite link: the person chooses a password and is signed in. @param email of the account, as the link says */
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
 * Sets the password by a one-time secret and signs in. @param secret what was typed or came with the link; undefined:
 * not a valid secret, and the page has said so
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
  // The whole message about the secret is shown below, with what to do.
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
      {/* Password managers keep the new password under this name. */}
      {email !== undefined && <input type="email" hidden autocomplete="username" value={email} readOnly />}
      <NewPasswordField value={newPassword} submission={submission} />
    </Form>
  );
}
