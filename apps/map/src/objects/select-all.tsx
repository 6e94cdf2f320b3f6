import { useSignal } from '@preact/signals';
import type { ExternalObject } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app/app.js';
import { notChangedText } from '../object-changes/undo.js';
import { MAX_SELECTED, type Selection } from './selection.js';

/** The query of a list that has more rows than it shows. */
export interface ListQuery {
  q?: string;
  bbox?: string;
  archived?: 'only';
}

const PAGE = 500;

/** Selects everything in the list, including rows that it does not show yet. */
export function SelectAll({
  objects,
  query,
  selection,
}: {
  objects: readonly ExternalObject[];
  query: ListQuery | undefined;
  selection: Selection;
}) {
  const app = useApp();
  const { bulk } = app.words.value.editing;
  const busy = useSignal(false);
  const select = async (): Promise<void> => {
    if (query === undefined) return selection.add(objects);
    busy.value = true;
    try {
      const all: ExternalObject[] = [];
      for (let page: string | undefined; all.length < MAX_SELECTED;) {
        const { data } = await app.api.GET('/groups/{groupID}/externalObjects', {
          params: { path: { groupID: app.workspace.id }, query: { ...query, limit: PAGE, page } },
        });
        all.push(...data!.objects);
        if (data!.next === null) break;
        page = new URL(data!.next, location.origin).searchParams.get('page') ?? undefined;
      }
      selection.add(all);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      app.notices.warn(notChangedText(app, error));
    } finally {
      busy.value = false;
    }
  };
  return (
    <button class="quiet" disabled={busy.value} onClick={() => void select()}>
      {busy.value ? bulk.selecting : bulk.all(query === undefined ? app.format.value.number(objects.length) : '')}
    </button>
  );
}
