import { useApp } from '../app/app.js';
import { Lazily } from '../loading/lazily.js';
import type { WorkspaceState } from '../workspace/current-workspace.js';
import { useEnterWorkspace } from './enter-workspace.js';

/** The workspaces to choose from: if none is open, if a link contains one without access, or on request. */
export function ChooseWorkspacePage({ state }: { state: Exclude<WorkspaceState, { is: 'resolving' }> }) {
  const { words, session, address, preferences } = useApp();
  const signedIn = session.state.value;
  const { workspace, signIn } = words.value;
  const mine = signedIn.is === 'signed-in' ? signedIn.who.workspaces : [];
  const operator = signedIn.is === 'signed-in' && signedIn.who.kind === 'person' && signedIn.who.operator;
  const enter = useEnterWorkspace();
  const choose = (id: string): void => {
    if (state.is === 'open') return enter(id);
    // The rest of the link is opened in the chosen workspace.
    preferences.workspace.value = id;
    address.replace({ ws: undefined });
  };
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
                aria-current={state.is === 'open' && state.id === id ? 'true' : undefined}
                onClick={() => choose(id)}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
        {operator && <Lazily load={loadWorkspaces} />}
        {state.is === 'open' && <button onClick={() => address.go({ more: {} })}>{words.value.app.back}</button>}
        <button class="quiet" onClick={() => void session.signOut()}>
          {signIn.signOut}
        </button>
      </div>
    </main>
  );
}

const loadWorkspaces = () => import('./operator-workspaces.js').then(({ OperatorWorkspaces }) => OperatorWorkspaces);
