import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { In } from 'typeorm';
import type { MoveDto, MovedTokensDto } from '#contracts/directory/dto/move.dto.js';
import type { WorkspaceMove, WorkspaceRecord } from '#contracts/directory/records.js';
import { publicKeyOf } from '#directory/directory-copy.js';
import { narrowingFrom } from '#identity/narrowing-shape.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';
import { SigningKey } from '../../entities/signing-key.entity.js';
import { Workspace } from '../../entities/workspace.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import { DirectoryStore } from '../../publishing/directory-store.js';
import { unknownWorkspace } from '../../publishing/locked-workspace.js';
import { POOL } from '../../storage/storage.module.js';
import { insertWorkspace, lockWorkspace, publishWorkspace } from '../workspaces.js';

/** Longest time for which changes are refused; a longer move opens the workspace again and has to close it once more. */
const CLOSED_SECONDS = 20;

type Step = (changes: ChangeSet, id: string, order: MoveDto) => Promise<WorkspaceMove | null>;

/** A public key on the curve P-256, as in a JWK. */
export type MovedKey = MovedTokensDto['keys'][number];

/** The states of moves of workspaces to and from other installations (docs/decisions, 33). The data itself is copied elsewhere. */
@Injectable()
export class WorkspaceMoves {
  constructor(
    private readonly store: DirectoryStore,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  /** The keys of other installations, if tokens of the workspace that were moved here are still valid. @throws Problem 404 */
  async movedKeys(id: string): Promise<MovedKey[]> {
    const { rowCount } = await this.pool.query(`select from workspace where id = $1 and status <> 'deleted'`, [id]);
    if (rowCount === 0) throw unknownWorkspace(id);
    const { rows } = await this.pool.query<MovedKey>(
      `select k.body::jsonb->>'kid' as kid, k.body::jsonb->>'x' as x, k.body::jsonb->>'y' as y from state_record k
        where k.key like 'moved-key:%' and k.body is not null and exists (select from state_record t
          where t.key like 'moved-token:%' and t.body is not null and t.body::jsonb->>'workspace' = $1) order by 1`,
      [id],
    );
    return rows;
  }

  /** Sets the next state of a move; again, it changes nothing. @throws Problem 404, 409 for another move or a wrong state, 422 */
  put(actor: Actor, id: string, order: MoveDto): Promise<WorkspaceRecord> {
    return this.store.change(actor, async (changes) => {
      const move = await STEPS[order.state](changes, id, order);
      await changes.of(Workspace).update({ id }, { move });
      await changes.audit(`workspace.move-${order.state}`, `workspace:${id}`, {
        workspace: id,
        detail: { move: order.id, address: move?.address },
      });
      return publishWorkspace(changes, id);
    });
  }

  /** Ends a move before its workspace has left, and accepts changes again. @throws Problem 404, 409 once calls are forwarded */
  cancel(actor: Actor, id: string): Promise<WorkspaceRecord> {
    return this.store.change(actor, async (changes) => {
      const { move } = await lockWorkspace(changes, id);
      if (move !== null && move.state !== 'copying' && move.state !== 'closing')
        throw new Problem('conflict', `The move of ${id} is ${move.state}; it can be cancelled only before calls are forwarded.`);
      await changes.of(Workspace).update({ id }, { move: null });
      await changes.audit('workspace.move-cancel', `workspace:${id}`, { workspace: id, detail: { move: move?.id } });
      return publishWorkspace(changes, id);
    });
  }

  /**
   * Takes over machine tokens, which still have access to this workspace, and can be listed and revoked here.
   * @throws Problem 409 if an id belongs to a token of another workspace, 422
   */
  takeTokens(actor: Actor, id: string, { id: moveId, keys, tokens }: MovedTokensDto): Promise<{ tokens: number }> {
    for (const [at, key] of keys.entries()) requirePoint(key, `/keys/${at}`);
    return this.store.change(actor, async (changes) => {
      requireMove((await lockWorkspace(changes, id)).move, moveId, ['receiving']);
      const lastExpiry = Math.max(0, ...tokens.map(({ expiresAt }) => secondsOf(expiresAt)));
      const own = await changes.of(SigningKey).findBy({ kid: In(keys.map(({ kid }) => kid)) });
      for (const { kid, x, y } of keys)
        if (!own.some((row) => row.kid === kid)) await changes.publish('moved-key', kid, { kid, x, y, expiresAt: lastExpiry });
      for (const token of tokens) await takeToken(changes, id, token);
      await changes.audit('workspace.move-tokens', `workspace:${id}`, {
        workspace: id,
        detail: { move: moveId, keys: keys.map(({ kid }) => kid), tokens: tokens.map((token) => token.id) },
      });
      return { tokens: tokens.length };
    });
  }
}

const STEPS: Record<MoveDto['state'], Step> = {
  copying: async (changes, id, { id: moveId, address }) => {
    const { move, status } = await lockWorkspace(changes, id);
    if (move !== null) requireMove(move, moveId, ['copying', 'closing']);
    if (status !== 'active') throw new Problem('conflict', `The workspace ${id} is ${status}; only an active one can be moved.`);
    if (address === undefined)
      throw new Problem('invalid', 'address must be the gateway that the workspace moves to.', {
        errors: [{ pointer: '/address', detail: 'is missing' }],
      });
    return { id: moveId, state: 'copying', address, since: now() };
  },
  closing: async (changes, id, { id: moveId }) => {
    const before = requireMove((await lockWorkspace(changes, id)).move, moveId, ['copying', 'closing']);
    return { ...before, state: 'closing', since: now(), until: new Date(Date.now() + CLOSED_SECONDS * 1000).toISOString() };
  },
  forwarding: async (changes, id, { id: moveId }) => {
    const before = requireMove((await lockWorkspace(changes, id)).move, moveId, ['closing', 'forwarding']);
    if (before.state === 'forwarding') return before;
    // After that time, gateways accept changes again, so the copied data may be incomplete.
    if (before.until! < now())
      throw new Problem(
        'conflict',
        'The workspace was closed for too long and accepts changes again; close it again, and copy the changes made since.',
      );
    return { id: moveId, state: 'forwarding', address: before.address, since: now() };
  },
  receiving: async (changes, id, { id: moveId, name = id, plan = 'unlimited' }) => {
    // Includes a deleted workspace, into which nothing may be written.
    const present = await changes.of(Workspace).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
    if (present === null) await insertWorkspace(changes, { id, name, plan });
    else if (present.move?.id !== moveId)
      throw new Problem(
        'conflict',
        `A workspace ${id} that does not come from this move exists or existed here; a move cannot write into it.`,
      );
    return present?.move ?? { id: moveId, state: 'receiving', since: now() };
  },
  received: async (changes, id, { id: moveId }) => {
    const { move } = await lockWorkspace(changes, id);
    if (move !== null) requireMove(move, moveId, ['receiving']);
    return null;
  },
};

const now = (): string => new Date().toISOString();
const secondsOf = (time: string): number => Math.ceil(Date.parse(time) / 1000);

function requireMove(move: WorkspaceMove | null, id: string, states: readonly WorkspaceMove['state'][]): WorkspaceMove {
  if (move === null) throw new Problem('conflict', 'The workspace is not being moved.');
  if (move.id !== id)
    throw new Problem('conflict', 'Another move of the workspace is in progress; GET /operator/workspaces/{workspaceId} shows its id.');
  if (!states.includes(move.state)) throw new Problem('conflict', `The move is ${move.state}, not ${states.join(' or ')}.`);
  return move;
}

/** The gateways could not use any other key. */
function requirePoint(key: MovedKey, pointer: string): void {
  try {
    publicKeyOf(key);
  } catch {
    const detail = 'x and y are not a point of the curve P-256';
    throw new Problem('invalid', `${pointer}: ${detail}.`, { errors: [{ pointer, detail }] });
  }
}

async function takeToken(changes: ChangeSet, workspace: string, token: MovedTokensDto['tokens'][number]): Promise<void> {
  const { id, name, scopes, createdBy, createdAt, expiresAt, revokedAt } = token;
  const narrowed = token.narrowed === undefined ? undefined : checkedNarrowing(token.narrowed);
  const { rows } = await changes.client.query<{ revoked: boolean }>(
    `insert into machine_token (id, name, workspaces, scopes, narrowed, created_by, created_at, expires_at, revoked_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (id) do update set revoked_at = coalesce(machine_token.revoked_at, excluded.revoked_at)
     where machine_token.workspaces = excluded.workspaces
     returning revoked_at is not null as revoked`,
    [id, name, [workspace], scopes, narrowed ?? null, createdBy, createdAt, expiresAt, revokedAt ?? null],
  );
  if (rows[0] === undefined) throw new Problem('conflict', `The token ${id} belongs to another workspace here.`);
  const expiry = secondsOf(expiresAt);
  if (rows[0].revoked) await changes.publish('revocation', id, { tokenId: id, expiresAt: expiry });
  else await changes.publish('moved-token', id, { tokenId: id, workspace, scopes, ...(narrowed && { narrowed }), expiresAt: expiry });
}

function checkedNarrowing(narrowed: object): object {
  try {
    return narrowingFrom(narrowed);
  } catch {
    throw new Problem('invalid', 'The limits (`narrowed`) of a token have a form that this installation does not know.', {
      errors: [{ pointer: '/tokens', detail: 'narrowed has an unknown shape' }],
    });
  }
}
