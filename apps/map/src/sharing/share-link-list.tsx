import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { Schemas } from '../api/api.js';
import { problemText } from '../api/problem-text.js';
import { useApp } from '../app.js';
import { type NewLink, standingOf } from './share-link.js';

type Link = Schemas['ShareLink'];

/** The links of the workspace, to be revoked or made anew. @param madeLast read again when it changes */
export function ShareLinkList({ madeLast, onRenewed }: { madeLast: string | undefined; onRenewed: (link: NewLink) => void }) {
  const { api, workspace, words, format, clock } = useApp();
  const links = useSignal<readonly Link[] | undefined>(undefined);
  const next = useSignal<string | null>(null);
  const fault = useSignal('');
  const group = { groupID: workspace.id };
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
      fault.value = '';
    } catch (error) {
      fault.value = problemText(error, words.peek());
    }
  };
  const read = (before?: string): Promise<void> =>
    attempt(async () => {
      const { data } = await api.GET('/groups/{groupID}/shareLinks', { params: { path: group, query: { before } } });
      links.value = before === undefined ? data!.shareLinks : [...(links.peek() ?? []), ...data!.shareLinks];
      next.value = data!.next;
    });
  useEffect(() => void read(), [madeLast]);
  const revoke = (id: string): Promise<void> =>
    attempt(async () => {
      await api.DELETE('/groups/{groupID}/shareLinks/{shareLinkId}', { params: { path: { ...group, shareLinkId: id } } });
      await read();
    });
  const renew = (id: string): Promise<void> =>
    attempt(async () => {
      const { data } = await api.POST('/groups/{groupID}/shareLinks/{shareLinkId}/renew', { params: { path: { ...group, shareLinkId: id } } });
      onRenewed(data!);
      await read();
    });
  const { sharing, app } = words.value;
  return (
    <details class="share-links">
      <summary>{sharing.links}</summary>
      {fault.value !== '' && (
        <p class="fault-box" role="alert">
          {fault.value}
        </p>
      )}
      {links.value === undefined && fault.value === '' && <p>{app.loading}</p>}
      {links.value?.length === 0 && <p class="quiet-text">{sharing.noLinks}</p>}
      <ul>
        {links.value?.map(({ id, name, expiresAt, revokedAt }) => {
          const standing = standingOf({ expiresAt, revokedAt }, clock.now.value);
          return (
            <li key={id} class="spread">
              <span>
                <strong>{name}</strong>
                <span class="quiet-text"> {standing === 'live' ? sharing.until(format.value.time(Date.parse(expiresAt))) : sharing[standing]}</span>
              </span>
              <span class="row">
                {standing === 'live' && (
                  <button class="danger" aria-label={sharing.revokeOf(name)} onClick={() => void revoke(id)}>
                    {sharing.revoke}
                  </button>
                )}
                <button aria-label={sharing.renewOf(name)} onClick={() => void renew(id)}>
                  {sharing.renew}
                </button>
              </span>
            </li>
          );
        })}
      </ul>
      {next.value !== null && <button onClick={() => void read(next.value!)}>{sharing.more}</button>}
      <p class="quiet-text">{sharing.renewHint}</p>
    </details>
  );
}
