import { createHmac, randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { createSecret, secretHash } from './opaque-secret.js';

export interface RefreshLifetimes {
  /** Days after which an unused refresh token expires. */
  idleDays: number;
  /** Days after which a session ends in any case. */
  absoluteDays: number;
  /** Seconds in which a used refresh token returns the same successor again. */
  graceSeconds: number;
}

export interface RefreshToken {
  token: string;
  expiresAt: Date;
}

/** The state of a received refresh token; times by the database's clock. */
export interface StoredToken {
  session: string;
  expired: boolean;
  /** Seconds since its use; null if it was not used. */
  usedSince: number | null;
  salt: Buffer | null;
  /** Whether its successor was used. */
  successorUsed: boolean;
}

export type RotationVerdict = 'rotate' | 'repeat' | 'expired' | 'replayed';

/**
 * The rule for rotation (RFC 9700, 4.14.2). Each token has one successor. A client that lost the answer, or a second window of a browser
 * that refreshes at the same time, gets the same successor again within the grace period, as long as the successor is unused. Everything
 * else is a replay: there is a copy of the token, and it is unknown which client is the thief.
 */
export function judgeRotation(
  { expired, usedSince, successorUsed }: Pick<StoredToken, 'expired' | 'usedSince' | 'successorUsed'>,
  graceSeconds: number,
): RotationVerdict {
  if (usedSince === null) return expired ? 'expired' : 'rotate';
  return usedSince <= graceSeconds && !successorUsed ? 'repeat' : 'replayed';
}

/** Derived from the token, which only its holder knows, and the salt, which only this service knows. Both are needed. */
export function successorOf(token: string, salt: Buffer): string {
  return createHmac('sha256', token).update(salt).digest('base64url');
}

/** Creates the first token of a session. */
export async function insertFirst(client: PoolClient, session: string, lifetimes: RefreshLifetimes): Promise<RefreshToken> {
  return insert(client, session, createSecret(), lifetimes);
}

/** Marks the token as used and creates its successor. */
export async function rotate(client: PoolClient, session: string, token: string, lifetimes: RefreshLifetimes): Promise<RefreshToken> {
  const salt = randomBytes(32);
  await client.query(`update refresh_token set used_at = now(), salt = $2 where hash = $1`, [secretHash(token), salt]);
  return insert(client, session, successorOf(token, salt), lifetimes);
}

/** Returns the same successor again. */
export async function repeat(client: PoolClient, token: string, salt: Buffer): Promise<RefreshToken> {
  const successor = successorOf(token, salt);
  const { rows } = await client.query<{ expires_at: Date }>(`select expires_at from refresh_token where hash = $1`, [
    secretHash(successor),
  ]);
  return { token: successor, expiresAt: rows[0]!.expires_at };
}

async function insert(client: PoolClient, session: string, token: string, { idleDays }: RefreshLifetimes): Promise<RefreshToken> {
  const { rows } = await client.query<{ expires_at: Date }>(
    `insert into refresh_token (hash, session, expires_at) select $1, id, least(ends_at, now() + make_interval(days => $3))
      from login_session where id = $2 returning expires_at`,
    [secretHash(token), session, idleDays],
  );
  return { token, expiresAt: rows[0]!.expires_at };
}

/** The stored state; undefined if the token never existed or was deleted after its expiry. */
export async function findStored(client: PoolClient, token: string): Promise<StoredToken | undefined> {
  const { rows } = await client.query<Omit<StoredToken, 'successorUsed'>>(
    `select session, expires_at < now() as expired, extract(epoch from now() - used_at)::float8 as "usedSince", salt
      from refresh_token where hash = $1`,
    [secretHash(token)],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  if (row.salt === null) return { ...row, successorUsed: false };
  const { rows: after } = await client.query<{ used: boolean }>(`select used_at is not null as used from refresh_token where hash = $1`, [
    secretHash(successorOf(token, row.salt)),
  ]);
  return { ...row, successorUsed: after[0]?.used ?? true };
}
