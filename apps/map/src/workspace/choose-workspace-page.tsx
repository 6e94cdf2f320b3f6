import { useApp } from '../app.js';
import { Lazily } from '../shell/lazily.js';
import type { WorkspaceState } from './current-workspace.js';

/** Where no workspace is open: several to choose from, none at all, or a link that names one that one can't enter. */
export function ChooseWorkspacePage({ state }: { state: Exclude<WorkspaceState, { is: 'open' } | { is: 'resolving' }> }) {
  const { words, session, address, preferences } = useApp();
  const signedIn = session.state.value;
  const { workspace, signIn } = words.value;
  const mine = signedIn.is === 'signed-in' ? signedIn.who.workspaces : [];
  const operator = signedIn.is === 'signed-in' && signedIn.who.kind === 'person' && signedIn.who.operator;
  return (
    <main class="way-in" id="content" tabIndex={-1}>
      <div class="card">
        <h1>{state.is === 'none' && operator ? workspace.noneOperator : state.is === 'none' ? workspace.none : workspace.choose}</h1>
        {state.is === 'none' && !operator && <p>{workspace.noneHint}</p>}
        {state.is === 'unknown' && (
          <div class="warning-box" role="alert">
            <p>{workspace.unknown(state.name)}</p>
            <p>{workspace.unknownHint}</p>
          </div>
        )}
        <ul class="stack">
          {mine.map(({ id, name }) => (
            <li key={id}>
              <button
                class="whole-width"
                onClick={() => {
                  preferences.workspace.value = id;
                  address.replace({ ws: undefined });
                }}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
        {operator && <Lazily load={loadWorkspaces} />}
        <button class="quiet" onClick={() => void session.signOut()}>
          {signIn.signOut}
        </button>
      </div>
    </main>
  );
}

const loadWorkspaces = () => import('./operator-workspaces.js').then(({ OperatorWorkspaces }) => OperatorWorkspaces);
