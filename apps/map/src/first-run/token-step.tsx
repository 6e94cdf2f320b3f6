import { useSignal } from '@preact/signals';
import { useId, useMemo } from 'preact/hooks';
import { ApiProblem } from '../api/problem.js';
import { useApp } from '../app/app.js';
import { Icon } from '../design/icon.js';
import { notChangedText } from '../object-changes/undo.js';
import { curlLine } from './curl-line.js';
import type { FirstSteps } from './first-steps.js';
import { placeNear } from './near-city.js';

const LIFETIME_S = 30 * 24 * 3600;
/** Shown in the line if the token is not known. */
const PLACEHOLDER = 'TOKEN';

/** A token and a shell command for this workspace. */
export function TokenStep({ steps }: { steps: FirstSteps }) {
  const app = useApp();
  const { firstRun } = app.words.value;
  const id = useId();
  const token = useSignal<string | undefined>(undefined);
  const busy = useSignal(false);
  const workspace = app.workspace.id;
  const mayMake = app.workspace.may('tokens:admin');
  const externalId = useMemo(() => `first-${workspace}-${Math.random().toString(36).slice(2, 8)}`, [workspace]);
  const make = async (): Promise<void> => {
    busy.value = true;
    try {
      const { data } = await app.api.POST('/groups/{groupID}/tokens', {
        params: { path: { groupID: workspace } },
        body: { name: firstRun.tokenName, scopes: ['objects:write', 'objects:read'], expiresInSeconds: LIFETIME_S },
      });
      token.value = data!.token;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      app.notices.warn(notChangedText(app, error));
    } finally {
      busy.value = false;
    }
  };
  const line = useMemo(() => {
    const { zoom, ...centre } = steps.centre;
    return curlLine({
      origin: location.origin,
      workspace,
      token: token.value ?? PLACEHOLDER,
      externalId,
      position: placeNear(centre, zoom),
      title: firstRun.exampleTitle,
    });
  }, [token.value, workspace, firstRun]);
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      app.notices.info(app.words.peek().objects.copied);
    } catch {
      app.notices.warn(firstRun.copyByHand);
    }
  };
  return (
    <div class="first-run-way">
      <Icon name="link" />
      <div class="first-run-way-text">
        <h2>{firstRun.token}</h2>
        <p class="quiet-text">{mayMake ? firstRun.tokenHint : firstRun.tokenAsk}</p>
      </div>
      {token.value === undefined && mayMake && (
        <div class="row first-run-way-do">
          <button class="primary" disabled={busy.value} onClick={() => void make()}>
            {firstRun.tokenMake}
          </button>
        </div>
      )}
      {(token.value !== undefined || !mayMake) && (
        <div class="first-run-way-more stack">
          {token.value !== undefined && <p class="warning-box">{firstRun.tokenOnce}</p>}
          <label class="field" for={id}>
            {firstRun.line}
            <textarea
              id={id}
              class="first-run-code"
              readOnly
              rows={5}
              value={line}
              spellcheck={false}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
          </label>
          <div class="row">
            <button class="primary" onClick={() => void copy(line)}>
              {firstRun.copyLine}
            </button>
            {token.value !== undefined && <button onClick={() => void copy(token.peek()!)}>{firstRun.copyToken}</button>}
          </div>
        </div>
      )}
    </div>
  );
}
