import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ExternalObject } from '../../api/api.js';
import { ApiProblem } from '../../api/problem.js';
import { useApp } from '../../app/app.js';
import { Icon } from '../../design/icon.js';
import { csvText } from '../../files/csv.js';
import { csvFile, saveFile } from '../../files/save-file.js';
import { type Counted, countedLess, scansOf } from './inventory.js';

type Known = Pick<ExternalObject, 'title' | 'type'> | 'unknown';

/** The inventory: the scanned things with their counts. */
export function Counting({ list }: { list: Signal<readonly Counted[]> }) {
  const app = useApp();
  const { words, format, clock } = app;
  const known = useSignal<ReadonlyMap<string, Known>>(new Map());
  const { count } = words.value.scanning;
  const newest = list.value.map(({ id }) => id).join('\n');
  useEffect(() => {
    for (const { id } of list.peek())
      if (!known.peek().has(id))
        void lookUp(app, id).then((found) => found !== undefined && (known.value = new Map(known.peek()).set(id, found)));
  }, [newest]);
  const save = (): void => {
    const { columns } = count;
    const rows = list.value.map(({ id, count: times, first, last }) => {
      const what = known.value.get(id);
      const object = what === undefined || what === 'unknown' ? {} : what;
      return [id, object.title ?? '', object.type ?? '', times, new Date(first).toISOString(), new Date(last).toISOString()];
    });
    saveFile(
      `inventory-${new Date().toISOString().slice(0, 10)}.csv`,
      csvFile(csvText([[columns.id, columns.title, columns.type, columns.count, columns.first, columns.last], ...rows])),
    );
  };
  return (
    <section class="stack" aria-labelledby="counted-title">
      <h2 id="counted-title">{count.title}</h2>
      <p role="status">
        {list.value.length === 0
          ? count.none
          : count.total(format.value.number(list.value.length), format.value.number(scansOf(list.value)))}
      </p>
      {list.value.length > 0 && (
        <div class="row">
          <button onClick={save}>
            <Icon name="download" />
            {count.save}
          </button>
          <button class="danger" onClick={() => confirm(count.clearSure) && (list.value = [])}>
            {count.clear}
          </button>
        </div>
      )}
      <ul class="scan-list">
        {list.value.map(({ id, count: times, last }) => {
          const what = known.value.get(id);
          return (
            <li key={id}>
              <span class="scan-what">
                <bdi>{what === undefined || what === 'unknown' ? id : what.title || id}</bdi>
                <span class="quiet-text">
                  {[
                    what === 'unknown' ? count.unknown : what?.type,
                    what !== undefined && what !== 'unknown' && what.title ? id : undefined,
                    format.value.shortTime(last, clock.now.value),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <strong>{count.times(format.value.number(times))}</strong>
              <button
                class="icon-button"
                aria-label={count.less(id)}
                title={count.less(id)}
                onClick={() => (list.value = countedLess(list.value, id))}
              >
                <Icon name="minus" />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** @returns undefined if the object cannot be read at the moment */
async function lookUp({ api, workspace }: ReturnType<typeof useApp>, externalId: string): Promise<Known | undefined> {
  try {
    const { data } = await api.GET('/groups/{groupID}/externalObjects/{externalId}', {
      params: { path: { groupID: workspace.id, externalId } },
    });
    return { title: data!.title, type: data!.type };
  } catch (error) {
    return error instanceof ApiProblem && error.status === 404 ? 'unknown' : undefined;
  }
}
