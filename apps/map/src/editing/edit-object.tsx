import type { ComponentChildren, FunctionComponent } from 'preact';
import { useMemo } from 'preact/hooks';
import { useApp } from '../app/app.js';
import { Lazily } from '../loading/lazily.js';
import type { MapState } from '../map/map-state.js';
import type { FollowedObject } from '../objects/followed-object.js';
import type { Draft } from './draft.js';
import { draftsOf } from './drafts.js';

interface Edited {
  id: string;
  followed: FollowedObject;
  state: MapState;
}

/** The form of an object that is being edited. */
export function useEditForm(of: Edited): ComponentChildren {
  const app = useApp();
  const draft = draftsOf(app).find(app.workspace.id, of.id);
  return draft && <EditObject {...of} draft={draft} />;
}

/** The form; its code is loaded with the first edit. */
function EditObject({ id, draft, followed, state }: Edited & { draft: Draft }) {
  const load = useMemo(
    () => (): Promise<FunctionComponent> =>
      import('./edit-form.js').then(({ EditForm }) => () => <EditForm id={id} draft={draft} followed={followed} state={state} />),
    [draft],
  );
  return <Lazily key={id} load={load} />;
}
