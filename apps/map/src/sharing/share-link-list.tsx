import { useEffect } from 'preact/hooks';
import type { Schemas } from '../api/api.js';
import { useApp } from '../app/app.js';
import { usePages } from '../loading/pages.js';
import { linkStateOf, type NewLink } from './share-link.js';

type Link = Schemas['ShareLink'];

/** The links of the workspace, which can be revoked or renewed. @param madeLast a change of it causes the list to be read again */
export function ShareLinkList({ madeLast, onRenewed }: { madeLast: string | undefined; onRenewed: (link: NewLink) => void }) {
  const { api, workspace, words, format, clock } = useApp();
  const group = { groupID: workspace.id };
  const { all, fault, more, again, attempt } = usePages<Link>(async (before) => {
    const { data } = await api.GET('/groups/{groupID}/shareLinks', { params: { path: group, query: { before } } });
    return { entries: data!.shareLinks, next: data!.next };
  });
  useEffect(() => {
    if (madeLast !== undefined) void again();
  }, [madeLast]);
  const revoke = (id: string): Promise<void> =>
    attempt(async () => {
      await api.DELETE('/groups/{groupID}/shareLinks/{shareLinkId}', { params: { path: { ...group, shareLinkId: id } } });
      await again();
    });
  const renew = (id: string): Promise<void> =>
    attempt(async () => {
      const { data } = await api.POST('/groups/{groupID}/shareLinks/{shareLinkId}/renew', {
        params: { path: { ...group, shareLinkId: id } },
      });
      onRenewed(data!);
      await again();
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
      {all.value === undefined && fault.value === '' && <p>{app.loading}</p>}
      {all.value?.length === 0 && <p class="quiet-text">{sharing.noLinks}</p>}
      <ul>
        {all.value?.map(({ id, name, expiresAt, revokedAt }) => {
          const state = linkStateOf({ expiresAt, revokedAt }, clock.now.value);
          return (
            <li key={id} class="spread">
              <span>
                <strong>{name}</strong>
                <span class="quiet-text">
                  {' '}
                  {state === 'live' ? sharing.until(format.value.time(Date.parse(expiresAt))) : sharing[state]}
                </span>
              </span>
              <span class="row">
                {state === 'live' && (
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
      {more !== undefined && <button onClick={() => void more()}>{sharing.more}</button>}
      <p class="quiet-text">{sharing.renewHint}</p>
    </details>
  );
}
