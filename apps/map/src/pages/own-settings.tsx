import type { Signal } from '@preact/signals';
import { useApp } from '../app/app.js';
import { LANGUAGES, THEMES, UNITS } from '../preferences/preferences.js';
import { ChangePasswordForm } from '../sign-in/change-password-page.js';
import { LANGUAGE_NAMES } from '../words/language-names.js';
import { useEnterWorkspace } from '../workspace-choice/enter-workspace.js';

/** Personal settings: the account, and the appearance and language of the app on this device. */
export function OwnSettings() {
  const { words, preferences } = useApp();
  const { settings } = words.value;
  const zones = Intl.supportedValuesOf('timeZone');
  return (
    <>
      <Account />
      <section class="card stack" aria-labelledby="appearance">
        <h2 id="appearance">{settings.appearance}</h2>
        <Choice label={settings.theme} from={THEMES} value={preferences.theme} name={(theme) => settings.themes[theme]} />
        <Choice
          label={settings.language}
          from={LANGUAGES}
          value={preferences.language}
          name={(language) => (language === 'system' ? settings.asDevice : LANGUAGE_NAMES[language])}
        />
        <Choice label={settings.units} from={UNITS} value={preferences.units} name={(unit) => settings.unitNames[unit]} />
        <Choice
          label={settings.timeZone}
          from={['', ...zones]}
          value={preferences.timeZone}
          name={(zone) => (zone === '' ? settings.asDevice : zone.replaceAll('_', ' '))}
        />
      </section>
      <Password />
    </>
  );
}

function Account() {
  const { words, session, address, workspace } = useApp();
  const enter = useEnterWorkspace();
  const { settings, signIn } = words.value;
  const state = session.state.value;
  if (state.is !== 'signed-in') return null;
  const { who } = state;
  const open = workspace.state.value;
  return (
    <section class="card stack" aria-labelledby="account">
      <h2 id="account">{settings.account}</h2>
      <p>{who.kind === 'person' ? settings.signedInAs(who.name || who.email) : settings.byAccessToken}</p>
      {who.workspaces.length > 1 && (
        <label class="field">
          {words.value.workspace.switch}
          <select value={open.is === 'open' ? open.id : ''} onChange={({ currentTarget }) => enter(currentTarget.value)}>
            {who.workspaces.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {who.operator && who.kind === 'person' && (
        <div class="row">
          <button onClick={() => address.go({ page: 'Map', id: undefined, more: { workspaces: 'all' } })}>
            {words.value.workspace.all}
          </button>
        </div>
      )}
      <div class="row">
        <button onClick={() => void session.signOut()}>{signIn.signOut}</button>
      </div>
    </section>
  );
}

function Password() {
  const { words, session } = useApp();
  const { signIn } = words.value;
  const state = session.state.value;
  if (state.is !== 'signed-in' || state.who.kind !== 'person') return null;
  return (
    <section class="card stack" aria-labelledby="password">
      <h2 id="password">{signIn.password}</h2>
      <details>
        <summary>{signIn.changePassword}</summary>
        <p class="hint">{signIn.changeEndsSessions}</p>
        <ChangePasswordForm />
      </details>
    </section>
  );
}

function Choice<T extends string>({
  label,
  from,
  value,
  name,
}: {
  label: string;
  from: readonly T[];
  value: Signal<T>;
  name: (choice: T) => string;
}) {
  return (
    <label class="field">
      {label}
      <select value={value.value} onChange={({ currentTarget }) => (value.value = currentTarget.value as T)}>
        {from.map((choice) => (
          <option key={choice} value={choice}>
            {name(choice)}
          </option>
        ))}
      </select>
    </label>
  );
}
