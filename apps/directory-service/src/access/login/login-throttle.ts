import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '#postgres/transaction.js';
import { Problem } from '#problems/problem.js';
import { POOL } from '../../storage/storage.module.js';
import { emailKeyOf } from '../people/person-record.js';
import { networkOf } from './client-network.js';
import { delayAfter, type ThrottleRule } from './throttle-delay.js';

const FORGET_MS = 60 * 60_000;
const KNOWN_DAYS = 90;
const MAX_DELAY_MS = 15 * 60_000;

/** The limits of failed attempts. */
const RULES = {
  'login-failures-per-account': { free: 10, firstDelayMs: 1000, longestDelayMs: MAX_DELAY_MS },
  'login-failures-per-address': { free: 30, firstDelayMs: 1000, longestDelayMs: MAX_DELAY_MS },
  'login-failures-from-known-address': { free: 10, firstDelayMs: 1000, longestDelayMs: MAX_DELAY_MS },
  'password-changes-per-account': { free: 10, firstDelayMs: 1000, longestDelayMs: MAX_DELAY_MS },
  // Nobody can guess 128 bits, so this only limits the work. Many people of one network may open an expired link, and other links must
  // work for them again soon.
  'share-link-failures-per-address': { free: 100, firstDelayMs: 1000, longestDelayMs: 30_000 },
} as const satisfies Record<string, ThrottleRule>;

type Limit = keyof typeof RULES;
type Counted = { limit: Limit; key: Buffer };

/** An admitted attempt, which counts as failed until it succeeds. */
export interface Attempt {
  /** Call it if the password was correct or could not be checked: this attempt no longer counts, earlier ones still do. */
  takeBack(): Promise<void>;
}

/** Locks rows in key order, like every attempt, to prevent deadlocks. */
const TAKE_BACK = `
  with locked as (select key from login_throttle where key = any($1) order by key for update)
  update login_throttle t set failures = greatest(0, t.failures - 1), next_at = least(t.next_at, now()) from locked
  where t.key = locked.key`;

/**
 * Slows down guessing of passwords, by account and by the client's network, with waits that double. Counted in Postgres for all instances
 * of the service. An address from which an account's password was correct in the last 90 days is counted separately for that account, so
 * that guesses from elsewhere never make its owner wait there. Accounts that do not exist are counted like existing ones.
 */
@Injectable()
export class LoginThrottle {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  /** @throws Problem 429 with the name of the limit; refused attempts do not count */
  async login(email: string, address: string | undefined): Promise<Attempt> {
    const known = knownKey(email, address);
    const { rows } = await this.pool.query(`select 1 from login_address where key = $1 and last_at > now() - make_interval(days => $2)`, [
      known,
      KNOWN_DAYS,
    ]);
    if (rows.length > 0) return this.count([{ limit: 'login-failures-from-known-address', key: known }]);
    return this.count([
      { limit: 'login-failures-per-account', key: keyOf('account', emailKeyOf(email)) },
      { limit: 'login-failures-per-address', key: keyOf('address', networkOf(address)) },
    ]);
  }

  passwordChange(personId: string): Promise<Attempt> {
    return this.count([{ limit: 'password-changes-per-account', key: keyOf('change', personId) }]);
  }

  /** Counts an attempt to open a share link; successful ones are taken back. */
  shareCode(address: string | undefined): Promise<Attempt> {
    return this.count([{ limit: 'share-link-failures-per-address', key: keyOf('share', networkOf(address)) }]);
  }

  /** Stores the address as one of the account's known addresses. */
  async know(personId: string, email: string, address: string | undefined): Promise<void> {
    await this.pool.query(
      `insert into login_address (key, person, last_at) values ($1, $2, now()) on conflict (key) do update
        set person = excluded.person, last_at = now()`,
      [knownKey(email, address), personId],
    );
  }

  /** Deletes expired rows; for upkeep. */
  async forget(maxRows: number): Promise<void> {
    await this.pool.query(
      `delete from login_throttle where key = any(array(select key from login_throttle where forget_at < now() limit $1))`,
      [maxRows],
    );
    await this.pool.query(
      `delete from login_address where key = any(array(select key from login_address
        where last_at < now() - make_interval(days => $2) limit $1))`,
      [maxRows, KNOWN_DAYS],
    );
  }

  /** Counts for all limits or for none, before the password is checked, so that concurrent guesses have no advantage. */
  private async count(counted: readonly Counted[]): Promise<Attempt> {
    const ordered = [...counted].sort((a, b) => a.key.compare(b.key));
    const keys = ordered.map(({ key }) => key);
    // An error thrown inside would cost a connection, but refusing guesses must be cheap.
    const refusal = await inTransaction(this.pool, (client) => enter(client, ordered));
    if (refusal !== undefined) throw refusal;
    return { takeBack: async () => void (await this.pool.query(TAKE_BACK, [keys])) };
  }
}

async function enter(client: PoolClient, counted: readonly Counted[]): Promise<Problem | undefined> {
  const keys = counted.map(({ key }) => key);
  await client.query(
    `insert into login_throttle (key, failures, next_at, forget_at) select key, 0, now(), now()
      from unnest($1::bytea[]) as key order by key on conflict do nothing`,
    [keys],
  );
  const { rows } = await client.query<{ failures: number; waitMs: number }>(
    `select case when forget_at < clock_timestamp() then 0 else failures end as failures, extract(epoch
      from next_at - clock_timestamp())::float8 * 1000 as "waitMs"
     from login_throttle where key = any($1) order by key for update`,
    [keys],
  );
  const longest = rows.map((row, at) => ({ ...row, limit: counted[at]!.limit })).reduce((a, b) => (b.waitMs > a.waitMs ? b : a));
  if (longest.waitMs > 0) return tooMany(longest.limit, longest.failures, longest.waitMs);
  await client.query(
    `update login_throttle t set failures = n.failures, next_at = clock_timestamp() + make_interval(secs => n.delay),
      forget_at = clock_timestamp() + make_interval(secs => n.delay + $4)
     from unnest($1::bytea[], $2::int[], $3::float8[]) as n(key, failures, delay) where t.key = n.key`,
    [
      keys,
      rows.map(({ failures }) => failures + 1),
      rows.map(({ failures }, at) => delayAfter(failures + 1, RULES[counted[at]!.limit]) / 1000),
      FORGET_MS / 1000,
    ],
  );
  return undefined;
}

function tooMany(limit: Limit, failures: number, waitMs: number): Problem {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const { longestDelayMs } = RULES[limit];
  const longest = longestDelayMs < 60_000 ? `${longestDelayMs / 1000} seconds` : `${longestDelayMs / 60_000} minutes`;
  const sentences: Record<Limit, string> = {
    'login-failures-per-account': 'Too many attempts to log in to this account failed',
    'login-failures-per-address': 'Too many attempts to log in from your network failed',
    'login-failures-from-known-address': 'Too many attempts to log in to this account failed',
    'password-changes-per-account': 'Too many attempts to change the password of this account failed',
    'share-link-failures-per-address': 'Too many attempts to open share links from your network failed',
  };
  return new Problem(
    'too-many-requests',
    `${sentences[limit]}. This attempt was not checked; try again in ${seconds} s. Each further failure doubles the wait, up to ${longest}.`,
    {
      headers: { 'retry-after': String(seconds) },
      members: {
        limit: publicLimit(limit),
        used: failures,
        allowed: RULES[limit].free,
        resetsAt: new Date(Date.now() + waitMs).toISOString(),
      },
    },
  );
}

/** Hides which of the two limits counted an attempt, since a known address would reveal that the account exists. */
const publicLimit = (limit: Limit): string => (limit === 'login-failures-from-known-address' ? 'login-failures-per-account' : limit);

const keyOf = (kind: string, text: string): Buffer => hash('sha256', `${kind}\n${text}`, 'buffer');
const knownKey = (email: string, address: string | undefined): Buffer => keyOf('known', `${emailKeyOf(email)}\n${networkOf(address)}`);
