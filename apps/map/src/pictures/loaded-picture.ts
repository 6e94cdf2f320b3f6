import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ExternalObject } from '../api/api.js';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app/app.js';

export type LoadedPicture = { is: 'none' } | { is: 'loading' } | { is: 'there'; blob: Blob } | { is: 'failed' };

/** Waits before retries, because a read may lag slightly behind the feed. */
const RETRY_MS = [300, 1000, 3000];

/** The picture of an object, read with the token, because the address in an `img` would have to contain the token. */
export function useLoadedPicture({ externalId, picture }: Pick<ExternalObject, 'externalId' | 'picture'>): {
  state: ReadonlySignal<LoadedPicture>;
  again: () => void;
} {
  const app = useApp();
  const workspace = app.workspace.id;
  const state = useSignal<LoadedPicture>({ is: 'none' });
  const tried = useSignal(0);
  useEffect(() => {
    if (picture === undefined) return void (state.value = { is: 'none' });
    const ending = new AbortController();
    state.value = { is: 'loading' };
    const address = new URL(
      `/groups/${encodeURIComponent(workspace)}/externalObjects/${encodeURIComponent(externalId)}/picture`,
      location.origin,
    );
    address.searchParams.set('v', picture);
    const load = async (): Promise<void> => {
      for (let failures = 0; ; failures++) {
        try {
          const response = await app.fetch(new Request(address, { signal: ending.signal }));
          state.value = { is: 'there', blob: await response.blob() };
          return;
        } catch (error) {
          if (ending.signal.aborted) return;
          if (!(error instanceof ApiProblem)) throw error;
          if (failures >= RETRY_MS.length) return void (state.value = { is: 'failed' });
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS[failures]));
        }
      }
    };
    void load();
    return () => ending.abort();
  }, [workspace, externalId, picture, tried.value]);
  return { state, again: () => void tried.value++ };
}
