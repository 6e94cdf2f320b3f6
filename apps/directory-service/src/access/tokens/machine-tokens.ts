import { randomUUID } from 'node:crypto';
import type { Repository } from 'typeorm';
import type { Scope } from '#contracts/directory/scopes.js';
import type { Narrowing } from '#identity/caller.js';
import { mintToken } from '#identity/token-minting.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';
import { MachineToken } from '../../entities/machine-token.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import type { DirectoryStore } from '../../publishing/directory-store.js';
import { newestFirst } from '../../storage/newest-first.js';
import { nextOf } from '../../storage/next-of.js';
import type { SigningKeys } from '../keys/signing-keys.js';
import { type LiveBound, requireRoom } from './live-bound.js';
import { isOfOperator, OPERATOR_LIFE_S, requireOperatorRules } from './operator-scope.js';
import { requireCarriable } from './token-size.js';

/** A machine token for people who manage it, without the token itself. Times in RFC 3339. */
export interface MachineTokenView {
  id: string;
  name: string;
  workspaces: string[];
  scopes: Scope[];
  narrowed: Narrowing | null;
  createdBy: string;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
  /** Accurate to about a minute; null if it was never used. */
  lastUsedAt: string | null;
}

export interface TokenOrder {
  name: string;
  workspaces: readonly string[];
  scopes: readonly string[];
  narrowed?: Narrowing;
  /** Default: 90 days; an hour for the scope `operator`. */
  expiresInSeconds?: number;
}

const DAY_S = 86_400;
const USUAL_LIFE_S = 90 * DAY_S;
const MAX_PAGE = 200;

export interface MachineTokensOptions {
  store: DirectoryStore;
  tokens: Repository<MachineToken>;
  keys: SigningKeys;
  issuer: string;
  audience: string;
  maxDays: number;
  /** Most valid tokens per workspace; a token for several workspaces counts in each. */
  maxLive: number;
}

/** Machine tokens, which can be created, listed and revoked; the token itself is shown only once. */
export class MachineTokens {
  constructor(private readonly options: MachineTokensOptions) {}

  /**
   * @throws Problem 422 for an unknown workspace or too long a validity, 409 beyond the limit of tokens, 403 if a machine requests an
   *   operator's token
   */
  create(actor: Actor, order: TokenOrder): Promise<MachineTokenView & { token: string }> {
    const { store, keys, issuer, audience, maxDays } = this.options;
    const expiresInSeconds = order.expiresInSeconds ?? (isOfOperator(order) ? OPERATOR_LIFE_S : USUAL_LIFE_S);
    requireOperatorRules(actor, { ...order, expiresInSeconds });
    if (expiresInSeconds > maxDays * DAY_S) {
      throw new Problem('invalid', `A token is valid for at most ${maxDays} days (MAX_TOKEN_DAYS).`, {
        errors: [{ pointer: '/expiresInSeconds', detail: `must be at most ${maxDays * DAY_S}` }],
      });
    }
    return store.change(actor, async (changes) => {
      await holdWorkspaces(changes, order.workspaces);
      await this.requireRoom(changes, order.workspaces);
      const tokenId = randomUUID();
      // In whole seconds, like the claim exp.
      const issuedAt = Math.floor(Date.now() / 1000);
      const expiresAt = new Date((issuedAt + expiresInSeconds) * 1000);
      const { name, narrowed } = order;
      const [workspaces, scopes] = [[...order.workspaces], order.scopes as Scope[]];
      await changes.of(MachineToken).insert({ id: tokenId, name, workspaces, scopes, narrowed, createdBy: actor.subject, expiresAt });
      const key = await keys.forToken(changes, expiresAt);
      const token = await mintToken(key, {
        tokenId,
        issuedAt,
        subject: `token:${tokenId}`,
        workspaces,
        scopes,
        narrowed,
        expiresInSeconds,
        issuer,
        audience,
      });
      requireCarriable(token, narrowed === undefined ? '/workspaces' : '/narrowed');
      await changes.audit('token.create', `token:${tokenId}`, {
        workspace: workspaces.length === 1 ? workspaces[0] : undefined,
        detail: { name, workspaces, scopes, narrowed, expiresAt },
      });
      return { ...viewOf(await changes.of(MachineToken).findOneByOrFail({ id: tokenId })), token };
    });
  }

  private async requireRoom(changes: ChangeSet, workspaces: readonly string[]): Promise<void> {
    const bound: LiveBound = {
      limit: 'live-tokens-per-workspace',
      what: 'machine tokens',
      setting: 'MAX_LIVE_TOKENS',
      most: this.options.maxLive,
      path: 'tokens',
    };
    const { rows } = await changes.client.query<{ workspace: string; live: number }>(
      `select w as workspace, count(*) as live from unnest($1::text[]) w join machine_token t on t.workspaces @> array[w]
        and t.revoked_at is null and t.expires_at > now() group by w`,
      [workspaces],
    );
    for (const { workspace, live } of rows) requireRoom(bound, workspace, live);
  }

  /** A page of one or all workspaces, newest first. `before` is the last id of the previous page. */
  async list(workspace: string | undefined, before: string | undefined): Promise<{ tokens: MachineTokenView[]; next: string | null }> {
    const rows = this.options.tokens.createQueryBuilder('row');
    if (workspace !== undefined) rows.where('row.workspaces @> array[:workspace]', { workspace });
    const page = await newestFirst(rows, before, MAX_PAGE).getMany();
    return { tokens: page.map(viewOf), next: nextOf(page, MAX_PAGE, 'id') };
  }

  /** Revokes a token; again, it changes nothing. @throws Problem 404 if it does not exist, or is not for this workspace alone */
  async revoke(actor: Actor, id: string, workspace: string | undefined): Promise<void> {
    await this.options.store.change(actor, async (changes) => {
      const tokens = changes.of(MachineToken);
      const row = await tokens.findOne({ where: { id }, lock: { mode: 'for_no_key_update' } });
      if (row === null || (workspace !== undefined && (row.workspaces.length !== 1 || row.workspaces[0] !== workspace)))
        throw new Problem(
          'not-found',
          workspace === undefined ? 'This token does not exist.' : 'This workspace has no such token of its own.',
        );
      if (row.revokedAt === null) await tokens.update({ id }, { revokedAt: () => 'now()' });
      await changes.publish('revocation', id, { tokenId: id, expiresAt: Math.ceil(row.expiresAt.getTime() / 1000) });
      await changes.audit('token.revoke', `token:${id}`, { workspace });
    });
  }

  /** Stores reports of gateways; times older than the stored ones change nothing. */
  async used(uses: readonly { id: string; at: string }[]): Promise<void> {
    await this.options.store.pool.query(
      `update machine_token t set last_used_at = u.at from unnest($1::uuid[], $2::timestamptz[]) as u(id, at)
        where t.id = u.id and (t.last_used_at is null or t.last_used_at < u.at)`,
      [uses.map(({ id }) => id), uses.map(({ at }) => at)],
    );
  }
}

/** Locks the workspaces, so that two concurrent calls cannot both create the last possible token. @throws Problem 422 */
async function holdWorkspaces(changes: ChangeSet, ids: readonly string[]): Promise<void> {
  const { rows } = await changes.client.query<{ id: string }>(
    `select id from workspace where id = any($1) and status in ('active', 'suspended') order by id for no key update`,
    [ids],
  );
  const missing = ids.find((id) => !rows.some((row) => row.id === id));
  if (missing !== undefined)
    throw new Problem('invalid', `The workspace ${missing} does not exist.`, {
      errors: [{ pointer: '/workspaces', detail: `${missing} is not a workspace` }],
    });
}

function viewOf(row: MachineToken): MachineTokenView {
  return {
    id: row.id,
    name: row.name,
    workspaces: row.workspaces,
    scopes: row.scopes,
    narrowed: row.narrowed,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
