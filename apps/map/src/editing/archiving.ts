import { useSignal } from '@preact/signals';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app/app.js';
import { ObjectEdits } from '../object-changes/object-edits.js';
import { notChangedText, offerUndo } from '../object-changes/undo.js';
import type { MenuAction, OpenObject } from '../objects/object-action.js';

/** Archives or restores an object. */
export function useArchiving({ object, followed }: OpenObject): MenuAction {
  const app = useApp();
  const { editing } = app.words.value;
  const busy = useSignal(false);
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
  if (!app.workspace.may('objects:write')) return { items: [] };
  return {
    items: [
      {
        label: object.archived ? editing.restore : editing.archive,
        icon: 'archive',
        disabled: busy.value,
        run: () => void give(object.archived ? 'restore' : 'archive'),
      },
    ],
  };
}
