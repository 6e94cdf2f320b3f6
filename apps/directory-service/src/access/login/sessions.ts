import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { inTransaction } from '#postgres/transaction.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../../auditing/actor.js';
import { SessionToken } from '../../entities/session-token.entity.js';
import type { ChangeSet } from '../../publishing/change-set.js';
import type { DirectoryStore } from '../../publishing/directory-store.js';
import { type PersonRow, subjectOf } from '../people/person-record.js';
import type { AccessToken, AccessTokens } from './access-tokens.js';
import { secretHash } from './opaque-secret.js';
import { findStored, insertFirst, judgeRotation, type RefreshLifetimes, type RefreshToken, repeat, rotate } from './refresh-tokens.js';

/** The answer to a login or a refresh; the refresh token is null if the person must change the password first. */
export interface LoginAnswer {
  apiAccessToken: AccessToken;
  refreshToken: string | null;
  refreshExpiresAt: string | null;
  mustChangePassword: boolean;
  person: { id: string; email: string; name: string; operator: boolean; workspaces: PersonRow['workspaces'] };
}

/** The sessions of people, from login to expiry. */
export class Sessions {
  constructor(
    private readonly store: DirectoryStore,
    private readonly tokens: AccessTokens,
    private readonly lifetimes: RefreshLifetimes,
  ) {}

  /**
   * Starts a session; undefined if the person is removed, disabled, or no longer has the verified password.
   * @param passwordHash undefined if the person signed in without a password
   */
  begin(actor: Actor, personId: string, by: string, passwordHash?: string): Promise<LoginAnswer | undefined> {
    return this.store.change({ ...actor, subject: subjectOf(personId) }, async (changes) => {
      const { client } = changes;
      const { rowCount } = await client.query(
        `update person set last_login_at = now() where id = $1 and status = 'active' and ($2::text is null or password_hash = $2)`,
        [personId, passwordHash ?? null],
      );
      if (rowCount === 0) return undefined;
      await changes.audit('session.begin', subjectOf(personId), { detail: { by } });
      const { rows } = await client.query<{ must_change_password: boolean }>(`select must_change_password from person where id = $1`, [
        personId,
      ]);
      if (rows[0]!.must_change_password && by === 'password') return this.answer(client, personId, undefined, undefined);
      const session = randomUUID();
      await client.query(`insert into login_session (id, person, ends_at) values ($1, $2, now() + make_interval(days => $3))`, [
        session,
        personId,
        this.lifetimes.absoluteDays,
      ]);
      return this.answer(client, personId, session, await insertFirst(client, session, this.lifetimes));
    });
  }

  /** @throws Problem 401 if the session has ended, for any reason; a replay ends it */
  async refresh(actor: Actor, token: string): Promise<LoginAnswer> {
    const { store, lifetimes } = this;
    const done = await inTransaction(
      store.pool,
      async (client): Promise<LoginAnswer | { replayed: string; person: string } | undefined> => {
        const session = await lockSession(client, token);
        if (session === undefined || session.over) return undefined;
        const stored = (await findStored(client, token))!;
        const verdict = judgeRotation(stored, lifetimes.graceSeconds);
        if (verdict === 'replayed') return { replayed: session.id, person: session.person };
        if (verdict === 'expired') return undefined;
        const next = verdict === 'rotate' ? await rotate(client, session.id, token, lifetimes) : await repeat(client, token, stored.salt!);
        return this.answer(client, session.person, session.id, next);
      },
    );
    if (done === undefined) throw sessionEnded();
    if ('apiAccessToken' in done) return done;
    await store.change({ ...actor, subject: subjectOf(done.person) }, (changes) => endSession(changes, done.replayed, 'replay'));
    throw sessionEnded();
  }

  /** Ends the session of a refresh token, even of a used one, and its access tokens. Ignores unknown tokens. */
  async end(actor: Actor, token: string): Promise<void> {
    const { rows } = await this.store.pool.query<{ id: string; person: string }>(
      `select s.id, s.person from refresh_token t join login_session s on s.id = t.session where t.hash = $1`,
      [secretHash(token)],
    );
    const session = rows[0];
    if (session !== undefined)
      await this.store.change({ ...actor, subject: subjectOf(session.person) }, (changes) => endSession(changes, session.id, 'logout'));
  }

  /** Deletes expired rows; for upkeep. */
  async forget(maxRows: number): Promise<void> {
    const { pool } = this.store;
    await pool.query(
      `delete from login_session where id = any(array(select id from login_session where ends_at < now() - interval '1 day' limit $1))`,
      [maxRows],
    );
    await pool.query(
      `delete from refresh_token where hash = any(array(select hash from refresh_token
        where expires_at < now() - interval '1 day' limit $1))`,
      [maxRows],
    );
  }

  private async answer(
    client: PoolClient,
    personId: string,
    session: string | undefined,
    refresh: RefreshToken | undefined,
  ): Promise<LoginAnswer | undefined> {
    const minted = await this.tokens.mint(client, personId, session);
    if (minted === undefined) return undefined;
    const { id, email, name, operator, workspaces } = minted.person;
    return {
      apiAccessToken: minted.access,
      refreshToken: refresh?.token ?? null,
      refreshExpiresAt: refresh?.expiresAt.toISOString() ?? null,
      mustChangePassword: session === undefined,
      person: { id, email, name, operator, workspaces },
    };
  }
}

/**
 * Locks the session of a token, so that the second of two concurrent refreshes sees the result of the first. The person's row is locked
 * first, in the same order as when a person is disabled.
 */
async function lockSession(client: PoolClient, token: string): Promise<{ id: string; person: string; over: boolean } | undefined> {
  await client.query(
    `select 1 from person where id = (select s.person from refresh_token t join login_session s on s.id = t.session
      where t.hash = $1) for share`,
    [secretHash(token)],
  );
  const { rows } = await client.query<{ id: string; person: string; over: boolean }>(
    `select id, person, ended_at is not null or ends_at < now() as over from login_session
      where id = (select session from refresh_token where hash = $1) for update`,
    [secretHash(token)],
  );
  return rows[0];
}

async function endSession(changes: ChangeSet, session: string, why: string): Promise<void> {
  const { client } = changes;
  const { rows } = await client.query<{ person: string }>(
    `update login_session set ended_at = now(), ended_by = $2 where id = $1 and ended_at is null returning person`,
    [session, why],
  );
  if (rows[0] === undefined) return;
  // The session's row is locked, so no token is added between these two statements.
  const tokens = changes.of(SessionToken);
  const live = await tokens.findBy({ session });
  await tokens.delete({ session });
  for (const { id, expiresAt } of live)
    await changes.publish('revocation', id, { tokenId: id, expiresAt: Math.ceil(expiresAt.getTime() / 1000) });
  await changes.audit(`session.${why}`, subjectOf(rows[0].person));
}

/** The same problem for every reason, so that the holder of a stolen token learns nothing. */
function sessionEnded(): Problem {
  return new Problem(
    'session-ended',
    'Log in again: the refresh token is unknown, has expired or was used before, or its session was ended.',
    { headers: { 'www-authenticate': 'Bearer realm="waymark"' } },
  );
}
