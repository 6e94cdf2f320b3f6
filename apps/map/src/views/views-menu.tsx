import './views-menu.css';
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { Confirm } from '../dialogs/modal.js';
import { problemText } from '../words/problem-text.js';
import { addressOf, type SavedView, stateOf } from './saved-view.js';

/** Saved views of the map, private or shared with the workspace. Only for people, because machines have none. */
export function ViewsMenu() {
  const { session } = useApp();
  const who = session.state.value;
  return who.is === 'signed-in' && who.who.kind === 'person' ? <Menu /> : null;
}

function Menu() {
  const app = useApp();
  const { api, workspace, words, address, notices } = app;
  const all = useSignal<readonly SavedView[] | undefined>(undefined);
  const fault = useSignal('');
  const name = useSignal('');
  const shared = useSignal(false);
  const renaming = useSignal<{ id: string; name: string } | undefined>(undefined);
  const leaving = useSignal<SavedView | undefined>(undefined);
  const menu = useRef<HTMLDetailsElement>(null);
  const group = { groupID: workspace.id };
  const attempt = async (act: () => Promise<unknown>): Promise<boolean> => {
    try {
      await act();
      const { data } = await api.GET('/groups/{groupID}/views', { params: { path: group } });
      all.value = data!.views;
      fault.value = '';
      return true;
    } catch (error) {
      fault.value = problemText(error, words.peek());
      return false;
    }
  };
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { more, id } = address.now.peek();
    const body = { name: name.value.trim(), state: stateOf(more, id), shared: shared.value };
    if (body.name === '' || !(await attempt(() => api.POST('/groups/{groupID}/views', { params: { path: group }, body })))) return;
    name.value = '';
    notices.info(words.peek().views.saved);
  };
  const rename = async (event: Event, view: SavedView): Promise<void> => {
    event.preventDefault();
    const next = renaming.peek()!.name.trim();
    const body = { name: next, state: view.state, shared: view.shared };
    if (
      next !== '' &&
      (await attempt(() => api.PUT('/groups/{groupID}/views/{viewId}', { params: { path: { ...group, viewId: view.id } }, body })))
    )
      renaming.value = undefined;
  };
  const remove = async (view: SavedView): Promise<void> => {
    if (await attempt(() => api.DELETE('/groups/{groupID}/views/{viewId}', { params: { path: { ...group, viewId: view.id } } })))
      notices.info(words.peek().views.deleted);
  };
  const open = (view: SavedView): void => {
    address.go(addressOf(view.state));
    menu.current!.open = false;
  };
  const { views, app: common } = words.value;
  return (
    <details ref={menu} class="views-menu" onToggle={({ currentTarget }) => currentTarget.open && void attempt(() => Promise.resolve())}>
      <summary>
        <Icon name="list" />
        {views.title}
      </summary>
      <div class="card stack">
        {fault.value !== '' && (
          <p class="fault-box" role="alert">
            {fault.value}
          </p>
        )}
        {all.value === undefined && fault.value === '' && <p>{common.loading}</p>}
        {all.value?.length === 0 && <p class="quiet-text">{views.none}</p>}
        <ul>
          {all.value?.map((view) => (
            <li key={view.id}>
              {renaming.value?.id === view.id ? (
                <form class="spread" onSubmit={(event) => void rename(event, view)}>
                  <input
                    maxLength={120}
                    aria-label={views.newName(view.name)}
                    value={renaming.value.name}
                    onInput={({ currentTarget }) => (renaming.value = { id: view.id, name: currentTarget.value })}
                  />
                  <button>{common.save}</button>
                </form>
              ) : (
                <div class="spread">
                  <button class="quiet views-menu-name" onClick={() => open(view)}>
                    {view.name}
                  </button>
                  {view.shared && <span class="badge">{views.sharedBadge}</span>}
                  {view.own && (
                    <button
                      class="icon-button"
                      aria-label={views.rename(view.name)}
                      onClick={() => (renaming.value = { id: view.id, name: view.name })}
                    >
                      <Icon name="edit" />
                    </button>
                  )}
                  {(view.own || workspace.may('boards:write')) && (
                    <button class="icon-button" aria-label={views.delete(view.name)} onClick={() => (leaving.value = view)}>
                      <Icon name="close" />
                    </button>
                  )}
                </div>
              )}
            </li>
          ))}
        </ul>
        <form class="stack" onSubmit={(event) => void save(event)}>
          <label class="field">
            {views.name}
            <input maxLength={120} value={name.value} onInput={({ currentTarget }) => (name.value = currentTarget.value)} />
            <span class="hint">{views.hint}</span>
          </label>
          {workspace.may('boards:write') && (
            <label class="check">
              <input type="checkbox" checked={shared.value} onChange={({ currentTarget }) => (shared.value = currentTarget.checked)} />
              {views.shared}
            </label>
          )}
          <button class="primary" disabled={name.value.trim() === ''}>
            {views.saveThis}
          </button>
        </form>
      </div>
      {leaving.value !== undefined && (
        <Confirm
          title={views.deleteTitle}
          text={`${views.deleteSure(leaving.value.name)}${leaving.value.shared ? ` ${views.sharedSure}` : ''}`}
          act={views.deleteAct}
          onAct={() => void remove(leaving.value!)}
          onClose={() => (leaving.value = undefined)}
        />
      )}
    </details>
  );
}
