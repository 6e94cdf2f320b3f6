import { useSignal } from '@preact/signals';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app.js';
import { TextField } from '../forms/fields.js';
import { Form } from '../forms/form.js';
import { useSubmission } from '../forms/submission.js';
import { ProviderButton } from './provider-button.js';
import { ResetPasswordForm } from './reset-password-form.js';

/** The way in. The address stays as it is: what a link or a code pointed at opens afterwards. */
export function SignInPage({ ended }: { ended: boolean }) {
  const { words, settings, address } = useApp();
  const way = useSignal<'password' | 'token' | 'reset'>('password');
  const told = useSignal('');
  const { signIn, app } = words.value;
  const { id } = address.now.value;
  return (
    <main class="way-in" id="content" tabIndex={-1}>
      <div class="card">
        <p class="brand">
          <img src="/app/icon.svg" alt="" />
          {app.name}
        </p>
        <h1>{signIn.title}</h1>
        {ended && <p role="status">{signIn.ended}</p>}
        {id !== undefined && <p class="quiet-text">{signIn.afterwards(id)}</p>}
        {told.value !== '' && <p role="status">{told.value}</p>}
        {settings.signIn.provider && <ProviderButton />}
        {way.value === 'password' && <PasswordForm />}
        {way.value === 'token' && <TokenForm />}
        {way.value === 'reset' && (
          <ResetPasswordForm
            done={() => {
              told.value = signIn.passwordIsSet;
              way.value = 'password';
            }}
          />
        )}
        <div class="row">
          {way.value !== 'token' && (
            <button class="quiet" onClick={() => (way.value = 'token')}>
              {signIn.byToken}
            </button>
          )}
          {way.value !== 'password' && (
            <button class="quiet" onClick={() => (way.value = 'password')}>
              {signIn.byPassword}
            </button>
          )}
          {way.value === 'password' && (
            <button class="quiet" onClick={() => (way.value = 'reset')}>
              {signIn.oneTimeSecret}
            </button>
          )}
        </div>
      </div>
    </main>
  );
}

function PasswordForm() {
  const { words, session } = useApp();
  const submission = useSubmission(['/email', '/password']);
  const [email, password] = [useSignal(''), useSignal('')];
  const { signIn } = words.value;
  const send = (): Promise<boolean> => submission.send(() => session.signIn(email.peek().trim(), password.peek()));
  return (
    <Form submission={submission} submit={signIn.signIn} send={send}>
      <TextField label={signIn.email} pointer="/email" submission={submission} value={email} type="email" autocomplete="username" required />
      <TextField label={signIn.password} pointer="/password" submission={submission} value={password} type="password" autocomplete="current-password" required />
    </Form>
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
