import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type App, useApp } from '../../app.js';

/** So many objects are asked for at once. */
const AT_ONCE = 4;

/** Titles of objects by their ids, as they arrive. One without a title, or that cannot be read, is not among them. */
export function useTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  const app = useApp();
  const known = useSignal<ReadonlyMap<string, string>>(new Map());
  const wanted = [...new Set(ids)].sort();
  useEffect(() => {
    const ending = new AbortController();
    const left = wanted.filter((id) => !known.peek().has(id));
    const readNext = async (): Promise<void> => {
      for (let id = left.shift(); id !== undefined && !ending.signal.aborted; id = left.shift()) {
        const title = await titleOf(app, id, ending.signal).catch(() => undefined);
        if (title) known.value = new Map(known.peek()).set(id, title);
      }
    };
    for (let n = 0; n < AT_ONCE; n++) void readNext();
    return () => ending.abort();
  }, [JSON.stringify(wanted)]);
  return known.value;
}

async function titleOf({ api, workspace }: App, externalId: string, signal: AbortSignal): Promise<string | undefined> {
  const { data } = await api.GET('/groups/{groupID}/externalObjects/{externalId}', { params: { path: { groupID: workspace.id, externalId } }, signal });
  return data!.title;
}
