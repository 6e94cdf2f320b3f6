import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/api.js';
import { type App, useApp } from '../../app/app.js';
import { ConfirmDialog } from '../../dialogs/confirm-dialog.js';
import { Loaded, useReading } from '../../loading/loaded.js';
import { DataTable } from '../../tables/data-table.js';
import { TokenForm } from './token-form.js';

type Token = Schemas['MachineToken'];

/** The workspace's machine tokens with their scopes and expiry. */
export function TokensPage() {
  const app = useApp();
  const { words, workspace, api, notices } = app;
  const { tokens } = words.value.administration;
  const making = useSignal(false);
  const revoking = useSignal<Token | undefined>(undefined);
  const reading = useReading(() => readTokens(app));
  const revoked = revoking.value;
  return (
    <section class="card stack" aria-labelledby="tokens">
      <div class="spread">
        <h2 id="tokens">{tokens.title}</h2>
        <button class="primary" onClick={() => (making.value = true)}>
          {tokens.make}
        </button>
      </div>
      <p class="quiet-text">{tokens.text}</p>
      <Loaded reading={reading}>
        {(all) => (
          <DataTable
            caption={tokens.title}
            captionHidden
            head={[
              tokens.name,
              tokens.state,
              tokens.lastUsed,
              tokens.scopes,
              tokens.narrowed,
              tokens.expires,
              words.value.administration.actions,
            ]}
            empty={tokens.none}
            rows={all.map((token) => ({ key: token.id, cells: cells(app, token, () => (revoking.value = token)) }))}
          />
        )}
      </Loaded>
      {making.value && <TokenForm close={() => (making.value = false)} done={reading.again} />}
      {revoked !== undefined && (
        <ConfirmDialog
          title={tokens.revokeOf(revoked.name)}
          text={tokens.revokeText}
          confirm={tokens.revoke}
          close={() => (revoking.value = undefined)}
          act={async () => {
            await api.DELETE('/groups/{groupID}/tokens/{tokenId}', { params: { path: { groupID: workspace.id, tokenId: revoked.id } } });
            notices.info(tokens.revoked(revoked.name));
          }}
          done={reading.again}
        />
      )}
    </section>
  );
}

/** @throws ApiProblem */
async function readTokens({ api, workspace }: App): Promise<Token[]> {
  const all: Token[] = [];
  for (let before: string | undefined; ;) {
    const { data } = await api.GET('/groups/{groupID}/tokens', { params: { path: { groupID: workspace.id }, query: { before } } });
    all.push(...data!.tokens);
    if (data!.next === null)
      return all.sort((a, b) => Number(a.revokedAt !== null) - Number(b.revokedAt !== null) || b.createdAt.localeCompare(a.createdAt));
    before = data!.next;
  }
}

function cells({ words, format, clock }: App, token: Token, revoke: () => void) {
  const { tokens } = words.value.administration;
  const { time, ago } = format.value;
  const { name, lastUsedAt, narrowed, scopes, expiresAt, revokedAt } = token;
  const over = revokedAt !== null ? 'revoked' : Date.parse(expiresAt) < clock.now.value ? 'expired' : undefined;
  const narrows = [
    narrowed?.types && `${tokens.types}: ${narrowed.types.join(', ')}`,
    narrowed?.idPrefix && `${tokens.idPrefix}: ${narrowed.idPrefix}`,
    narrowed?.fields && `${tokens.fields}: ${narrowed.fields.join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ');
  return [
    name,
    <span class={`badge ${over === undefined ? 'good' : ''}`}>{tokens.states[over ?? 'good']}</span>,
    lastUsedAt === null ? (
      tokens.never
    ) : (
      <time dateTime={lastUsedAt} title={time(Date.parse(lastUsedAt))}>
        {ago(Date.parse(lastUsedAt), clock.now.value)}
      </time>
    ),
    scopes.join(', '),
    narrows || tokens.notNarrowed,
    time(Date.parse(expiresAt)),
    over === undefined ? (
      <button class="danger" onClick={revoke} aria-label={`${tokens.revoke}: ${name}`}>
        {tokens.revoke}
      </button>
    ) : null,
  ];
}
