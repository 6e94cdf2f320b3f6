import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type App, useApp } from '../../app/app.js';
import { areaReads } from './few-at-once.js';

/** Titles of objects by their ids, as they arrive. Objects without a title, or that cannot be read, are missing. */
export function useTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  const app = useApp();
  const known = useSignal<ReadonlyMap<string, string>>(new Map());
  const wanted = [...new Set(ids)].sort();
  useEffect(() => {
    const ending = new AbortController();
    const readOne = async (id: string): Promise<void> => {
      const title = await areaReads.run(() => titleOf(app, id, ending.signal), ending.signal).catch(() => undefined);
      if (title && !ending.signal.aborted) known.value = new Map(known.peek()).set(id, title);
    };
    for (const id of wanted) if (!known.peek().has(id)) void readOne(id);
    return () => ending.abort();
  }, [JSON.stringify(wanted)]);
  return known.value;
}

async function titleOf({ api, workspace }: App, externalId: string, signal: AbortSignal): Promise<string | undefined> {
  const { data } = await api.GET('/groups/{groupID}/externalObjects/{externalId}', {
    params: { path: { groupID: workspace.id, externalId } },
    signal,
  });
  return data!.title;
}
