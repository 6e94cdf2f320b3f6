import { useSignal } from '@preact/signals';
import { problemText } from '../api/problem-text.js';
import { useApp } from '../app.js';
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
    <main class="way-in" id="content">
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
  const fault = useSignal('');
  const busy = useSignal(false);
  const { signIn } = words.value;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    busy.value = true;
    fault.value = '';
    try {
      await session.signIn(String(form.get('email')).trim(), String(form.get('password')));
    } catch (error) {
      fault.value = problemText(error, words.value);
    } finally {
      busy.value = false;
    }
  };
  return (
    <form class="stack" onSubmit={submit}>
      <label class="field">
        {signIn.email}
        <input name="email" type="email" autocomplete="username" required />
      </label>
      <label class="field">
        {signIn.password}
        <input name="password" type="password" autocomplete="current-password" required />
      </label>
      {fault.value !== '' && (
        <p class="fault-box" role="alert">
          {fault.value}
        </p>
      )}
      <button class="primary" disabled={busy.value}>
        {signIn.signIn}
      </button>
    </form>
  );
}

function TokenForm() {
  const { words, session } = useApp();
  const fault = useSignal('');
  const { signIn } = words.value;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    try {
      session.useToken(String(new FormData(event.currentTarget as HTMLFormElement).get('token')).trim());
    } catch (error) {
      fault.value = (error as Error).message;
    }
  };
  return (
    <form class="stack" onSubmit={submit}>
      <label class="field">
        {signIn.token}
        <textarea name="token" required spellcheck={false} autocomplete="off" aria-describedby="token-hint" />
        <span class="hint" id="token-hint">
          {signIn.tokenHint}
        </span>
      </label>
      {fault.value !== '' && (
        <p class="fault-box" role="alert">
          {fault.value}
        </p>
      )}
      <button class="primary">{signIn.useToken}</button>
    </form>
  );
}
