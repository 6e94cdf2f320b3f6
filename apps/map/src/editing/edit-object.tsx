import type { FunctionComponent } from 'preact';
import { useMemo } from 'preact/hooks';
import { Lazily } from '../loading/lazily.js';
import type { MapState } from '../map/map-state.js';
import type { FollowedObject } from '../objects/followed-object.js';
import type { Draft } from './draft.js';

interface EditObjectProps {
  id: string;
  draft: Draft;
  followed: FollowedObject;
  state: MapState;
}

/** The form, whose code comes when somebody edits first. */
export function EditObject({ id, draft, followed, state }: EditObjectProps) {
  const load = useMemo(
    () => (): Promise<FunctionComponent> =>
      import('./edit-form.js').then(({ EditForm }) => () => <EditForm id={id} draft={draft} followed={followed} state={state} />),
    [draft],
  );
  return <Lazily key={id} load={load} />;
}
