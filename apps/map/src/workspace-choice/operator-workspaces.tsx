import './workspace.css';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Schemas } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import { type App, useApp } from '../app/app.js';
import { TextField } from '../forms/fields.js';
import { Form } from '../forms/form.js';
import { notSentText, useSubmission } from '../forms/submission.js';
import { textOf } from '../forms/typed.js';
import { Loaded, useReading } from '../loading/loaded.js';

type Workspace = Schemas['Workspace'];

/** For an operator: the workspaces of the installation, which they can enter as an admin, and a form for a new one. */
export function OperatorWorkspaces() {
  const app = useApp();
  const { words, session, notices } = app;
  const { workspace } = words.value;
  const reading = useReading(() => readWorkspaces(app));
  const entering = useSignal('');
  const state = session.state.value;
  const mine = new Set(state.is === 'signed-in' ? state.who.workspaces.map(({ id }) => id) : []);
  const enter = async (id: string): Promise<void> => {
    entering.value = id;
    try {
      await enterAsAdmin(app, id);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      notices.warn(notSentText(app, error));
    } finally {
      entering.value = '';
    }
  };
  return (
    <div class="stack">
      <Loaded reading={reading}>
        {(all) => {
          const others = all.filter(({ id, status }) => !mine.has(id) && status === 'active');
          return others.length === 0 ? null : (
            <>
              <h2>{workspace.all}</h2>
              <ul class="workspace-list">
                {others.map(({ id, name }) => (
                  <li key={id}>
                    <span>
                      {name} {name !== id && <span class="quiet-text">{id}</span>}
                    </span>
                    <button disabled={entering.value !== ''} aria-label={`${workspace.enter}: ${name}`} onClick={() => void enter(id)}>
                      {workspace.enter}
                    </button>
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </Loaded>
      <h2>{workspace.create}</h2>
      <NewWorkspace done={reading.again} />
    </div>
  );
}

function NewWorkspace({ done }: { done: () => Promise<void> }) {
  const app = useApp();
  const { workspace } = app.words.value;
  const submission = useSubmission(['/id', '/name']);
  const [id, name] = [useSignal(''), useSignal('')];
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (app.address.now.peek().more.workspaces === 'new') form.current?.querySelector('input')?.focus();
  }, []);
  const send = (): Promise<boolean> =>
    submission.send(async () => {
      const { data } = await app.api.POST('/operator/workspaces', { body: { id: id.peek().trim(), name: textOf(name.peek()) } });
      await done();
      await enterAsAdmin(app, data!.id);
    });
  return (
    <div ref={form}>
      <Form submission={submission} submit={workspace.createAndEnter} send={send}>
        <TextField label={workspace.id} hint={workspace.idHint} pointer="/id" submission={submission} value={id} required />
        <TextField label={workspace.name} hint={workspace.nameHint} pointer="/name" submission={submission} value={name} />
      </Form>
    </div>
  );
}

/** @throws ApiProblem */
async function enterAsAdmin({ api, session, preferences, address }: App, workspaceId: string): Promise<void> {
  const state = session.state.peek();
  if (state.is !== 'signed-in') return;
  await api.PUT('/operator/people/{personId}/workspaces/{workspaceId}', {
    params: { path: { personId: state.who.subject.replace(/^person:/, ''), workspaceId } },
    body: { role: 'admin' },
  });
  // First reads the memberships again, because a workspace outside them would be replaced by another one.
  await session.lookAgain();
  preferences.workspace.value = workspaceId;
  address.go({ ws: undefined, page: 'Map', id: undefined, more: {} });
}

/** @throws ApiProblem */
async function readWorkspaces({ api }: App): Promise<Workspace[]> {
  const all: Workspace[] = [];
  for (let after: string | undefined; ;) {
    const { data } = await api.GET('/operator/workspaces', { params: { query: { after } } });
    all.push(...data!.workspaces);
    if (data!.next === null) return all;
    after = data!.next;
  }
}
