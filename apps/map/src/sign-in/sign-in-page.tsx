import { useSignal } from '@preact/signals';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app/app.js';
import { TextField } from '../forms/fields.js';
import { Form } from '../forms/form.js';
import { useSubmission } from '../forms/submission.js';
import { InvitationForm } from './invitation-page.js';
import { secretIn } from './invitation.js';
import { ProviderButton } from './provider-button.js';
import { WayIn } from './way-in.js';

/** The sign-in. The address stays unchanged, so that the target of a link or code opens afterwards. */
export function SignInPage({ ended }: { ended: boolean }) {
  const { words, settings, address } = useApp();
  const way = useSignal<'password' | 'token' | 'code'>('password');
  const reason = useSignal('');
  /** Text typed into one form that belongs into the other. */
  const carried = useSignal('');
  const { signIn } = words.value;
  const { id } = address.now.value;
  const goTo = (next: typeof way.value, why = '', typed = ''): void => {
    carried.value = typed;
    reason.value = why;
    way.value = next;
  };
  return (
    <WayIn title={signIn.title}>
      {ended && <p role="status">{signIn.ended}</p>}
      {id !== undefined && <p class="quiet-text">{signIn.afterwards(id)}</p>}
      {reason.value !== '' && (
        <p class="warning-box" role="status">
          {reason.value}
        </p>
      )}
      {settings.signIn.provider && <ProviderButton />}
      {way.value === 'password' && (
        <PasswordForm given={carried.value} isSecret={(secret) => goTo('code', signIn.secretIsNoPassword, secret)} />
      )}
      {way.value === 'token' && <TokenForm />}
      {way.value === 'code' && (
        <CodeForm given={carried.value} isPassword={(password) => goTo('password', signIn.passwordIsNoSecret, password)} />
      )}
      <div class="row">
        {way.value !== 'password' && (
          <button class="quiet" onClick={() => goTo('password')}>
            {signIn.byPassword}
          </button>
        )}
        {way.value !== 'code' && (
          <button class="quiet" onClick={() => goTo('code')}>
            {signIn.byInvitation}
          </button>
        )}
        {way.value !== 'token' && (
          <button class="quiet" onClick={() => goTo('token')}>
            {signIn.byToken}
          </button>
        )}
      </div>
    </WayIn>
  );
}

function PasswordForm({ given, isSecret }: { given: string; isSecret: (secret: string) => void }) {
  const { words, session } = useApp();
  const submission = useSubmission(['/email', '/password']);
  const [email, password] = [useSignal(''), useSignal(given)];
  const { signIn } = words.value;
  const send = async (): Promise<void> => {
    if (await submission.send(() => session.signIn(email.peek().trim(), password.peek()))) return;
    // The refused password looks like the one-time code of an invite link, so the person needs the other form.
    const secret = secretIn(password.peek());
    if (secret !== undefined) isSecret(secret);
  };
  return (
    <Form submission={submission} submit={signIn.signIn} send={send}>
      <TextField
        label={signIn.email}
        pointer="/email"
        submission={submission}
        value={email}
        type="email"
        autocomplete="username"
        required
      />
      <TextField
        label={signIn.password}
        pointer="/password"
        submission={submission}
        value={password}
        type="password"
        autocomplete="current-password"
        required
      />
    </Form>
  );
}

function CodeForm({ given, isPassword }: { given: string; isPassword: (password: string) => void }) {
  const { words } = useApp();
  const submission = useSubmission(['/secret']);
  const typed = useSignal(given);
  const { signIn } = words.value;
  const secret = (): string | undefined => {
    const found = secretIn(typed.peek());
    if (found === undefined) isPassword(typed.peek().trim());
    return found;
  };
  return (
    <InvitationForm secret={secret}>
      <TextField label={signIn.secret} hint={signIn.secretHint} pointer="/secret" submission={submission} value={typed} required />
    </InvitationForm>
  );
}

function TokenForm() {
  const { words, session } = useApp();
  const submission = useSubmission(['/token']);
  const token = useSignal('');
  const { signIn } = words.value;
  const send = (): Promise<boolean> =>
    submission.send(async () => {
      try {
        session.useToken(token.peek().trim());
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        submission.refuse('/token', signIn.notAToken);
      }
    });
  return (
    <Form submission={submission} submit={signIn.useToken} send={send}>
      <TextField label={signIn.token} hint={signIn.tokenHint} pointer="/token" submission={submission} value={token} required />
    </Form>
  );
}
