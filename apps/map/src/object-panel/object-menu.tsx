import { useSignal } from '@preact/signals';
import type { ExternalObject } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app/app.js';
import { MenuButton, type MenuItem } from '../design/menu-button.js';
import { EraseDialog } from '../editing/erase-dialog.js';
import { type HoldOfObject, HoldOfObjectDialogs } from '../holds/object-hold.js';
import { ObjectEdits } from '../object-changes/object-edits.js';
import { notChangedText, offerUndo } from '../object-changes/undo.js';
import type { FollowedObject } from '../objects/followed-object.js';

/** Rare actions on an object: archiving, legal holds, erasing. */
export function ObjectMenu({ object, followed, hold }: { object: ExternalObject; followed: FollowedObject; hold: HoldOfObject }) {
  const app = useApp();
  const { editing, administration, map } = app.words.value;
  const busy = useSignal(false);
  const erasing = useSignal(false);
  const give = async (order: 'archive' | 'restore'): Promise<void> => {
    busy.value = true;
    const edits = new ObjectEdits(app.api, app.workspace.id);
    try {
      const done = await edits.apply(object, { order });
      followed.take(done.after);
      offerUndo(app, edits, order === 'archive' ? editing.archived : editing.restored, done, { order });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      app.notices.warn(notChangedText(app, error), { label: app.words.peek().app.tryAgain, run: () => void give(order) });
    } finally {
      busy.value = false;
    }
  };
  const items: MenuItem[] = [];
  if (app.workspace.may('objects:write'))
    items.push({
      label: object.archived ? editing.restore : editing.archive,
      icon: 'archive',
      disabled: busy.value,
      run: () => void give(object.archived ? 'restore' : 'archive'),
    });
  if (hold.state !== undefined) {
    const held = hold.state.own !== undefined;
    items.push({
      label: held ? administration.retention.release : administration.retention.holdThis,
      icon: 'pause',
      run: () => (hold.opened.value = held ? 'release' : 'hold'),
    });
  }
  if (app.workspace.may('objects:erase'))
    items.push({ label: editing.erase, icon: 'close', danger: true, run: () => (erasing.value = true) });
  return (
    <>
      <MenuButton label={map.more} items={items} />
      {erasing.value && <EraseDialog id={object.externalId} close={() => (erasing.value = false)} />}
      <HoldOfObjectDialogs hold={hold} />
    </>
  );
}
