import { eventsOf } from '../api/event-stream.js';
import type { App } from '../app/app.js';

const RETRY_MS = 1000;

interface Change {
  externalId: string;
  title?: string;
  erased?: boolean;
}

/**
 * Waits for the feed's first change.
 * @param empty returns whether the workspace has no objects; called once the feed is open, so that nothing is missed in between
 * @returns the first change; undefined if there was an object before, or after `ended`
 */
export async function firstObject(app: App, empty: () => Promise<boolean>, ended: AbortSignal): Promise<Change | undefined> {
  const path = { groupID: app.workspace.id };
  while (!ended.aborted) {
    try {
      const { data } = await app.api.GET('/groups/{groupID}/changes', {
        params: { path, query: { cursor: 'latest', mode: 'state' } },
        signal: ended,
      });
      if (!(await empty())) return undefined;
      const address = new URL(`/groups/${encodeURIComponent(path.groupID)}/changes`, location.origin);
      for (const [name, value] of Object.entries({ mode: 'state', cursor: (data as { cursor: string }).cursor }))
        address.searchParams.set(name, value);
      const response = await app.fetch(new Request(address, { signal: ended, headers: { Accept: 'text/event-stream' } }));
      for await (const { event, data: text } of eventsOf(response.body!)) {
        if (event !== 'changes') continue;
        const found = (JSON.parse(text) as { changes: Change[] }).changes.find(({ erased }) => erased !== true);
        if (found !== undefined) return found;
      }
    } catch {
      // The feed was interrupted or the server is unavailable; the loop continues once it is back.
    }
    if (!ended.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return undefined;
}
