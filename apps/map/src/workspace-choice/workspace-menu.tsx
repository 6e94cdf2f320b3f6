import './workspace.css';
import { useId, useRef } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { useEnterWorkspace } from './enter-workspace.js';

/** The name of the open workspace, and a menu to open others; for operators also to open all, and to create one. */
export function WorkspaceMenu() {
  const { address, session, words, workspace } = useApp();
  const enter = useEnterWorkspace();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const state = session.state.value;
  const open = workspace.state.value;
  if (state.is !== 'signed-in' || open.is !== 'open') return null;
  const { who } = state;
  const mine = [...who.workspaces].sort((a, b) => a.name.localeCompare(b.name));
  const choose = (act: () => void): void => {
    menu.current?.hidePopover();
    act();
  };
  return (
    <>
      <button class="workspace-menu-button" popovertarget={id} title={open.name}>
        <span class="visually-hidden">{words.value.workspace.one}: </span>
        <span class="workspace-menu-name">{open.name}</span>
        <Icon name="chevron" />
      </button>
      <div ref={menu} id={id} popover="auto" class="workspace-menu">
        <h2>{words.value.workspace.mine}</h2>
        <ul>
          {mine.map((each) => (
            <li key={each.id}>
              <button
                class="quiet"
                aria-current={each.id === open.id ? 'true' : undefined}
                onClick={() => choose(() => each.id !== open.id && enter(each.id))}
              >
                <span>{each.name}</span>
                {each.id === open.id && <Icon name="check" />}
              </button>
            </li>
          ))}
        </ul>
        {who.kind === 'person' && who.operator && (
          <ul>
            {(['all', 'new'] as const).map((what) => (
              <li key={what}>
                <button class="quiet" onClick={() => choose(() => address.go({ id: undefined, more: { workspaces: what } }))}>
                  <Icon name={what === 'all' ? 'list' : 'plus'} />
                  <span>{what === 'all' ? words.value.workspace.all : words.value.workspace.create}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
