import './retention.css';
import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/api.js';
import { ApiProblem } from '../../api/problem.js';
import { type App, useApp } from '../../app/app.js';
import { HeldObjects } from '../../holds/held-objects.js';
import { readHolds } from '../../holds/holds.js';
import { WorkspaceHold } from '../../holds/workspace-hold.js';
import { Loaded, useReading } from '../../loading/loaded.js';
import { readCallerNames } from '../callers/caller-names.js';
import { RetentionForm } from './retention-form.js';

/** Retention rules and legal holds of the workspace. Each part is shown only to people with the permission. */
export function RetentionPage() {
  const { workspace } = useApp();
  return (
    <>
      {workspace.may('retention:admin') && <Retention />}
      {workspace.may('holds:admin') && <Holds />}
    </>
  );
}

function Retention() {
  const { words, api, workspace } = useApp();
  const { retention } = words.value.administration;
  const saved = useSignal<Schemas['ShownRetention'] | undefined>(undefined);
  const reading = useReading(
    async () => (await api.GET('/groups/{groupID}/retention', { params: { path: { groupID: workspace.id } } })).data!,
  );
  return (
    <section class="card stack" aria-labelledby="retention">
      <h2 id="retention">{retention.title}</h2>
      <p class="quiet-text">{retention.text}</p>
      <Loaded reading={reading}>{(read) => <RetentionForm shown={saved.value ?? read} saved={(next) => (saved.value = next)} />}</Loaded>
    </section>
  );
}

function Holds() {
  const app = useApp();
  const { words } = app;
  const { retention } = words.value.administration;
  /** The hold after the last change here; undefined: nothing was changed here. */
  const changed = useSignal<{ hold: Schemas['WorkspaceHold'] | undefined } | undefined>(undefined);
  const reading = useReading(() => readWorkspaceHold(app));
  const names = useReading(() => readCallerNames(app));
  const nameOf = (subject: string): string => names.value?.get(subject) ?? subject;
  return (
    <section class="card stack" aria-labelledby="holds">
      <h2 id="holds">{retention.holds}</h2>
      <p class="quiet-text">{retention.holdsText}</p>
      <Loaded reading={reading}>
        {({ hold: read }) => {
          const hold = changed.value === undefined ? read : changed.value.hold;
          return (
            <WorkspaceHold
              hold={hold}
              by={hold === undefined ? '' : nameOf(hold.by)}
              changed={(next) => (changed.value = { hold: next })}
            />
          );
        }}
      </Loaded>
      <HeldObjects nameOf={nameOf} />
    </section>
  );
}

/** Requested only if there is a hold; otherwise the call would fail. @throws ApiProblem */
async function readWorkspaceHold(app: App): Promise<{ hold: Schemas['WorkspaceHold'] | undefined }> {
  const { ofWorkspace } = await readHolds(app);
  if (ofWorkspace === null) return { hold: undefined };
  try {
    return { hold: (await app.api.GET('/groups/{groupID}/hold', { params: { path: { groupID: app.workspace.id } } })).data };
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return { hold: undefined };
    throw error;
  }
}
