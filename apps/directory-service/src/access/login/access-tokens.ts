import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { type DataSource, Raw, type Repository } from 'typeorm';
import type { Role } from '#contracts/directory/roles.js';
import { mintToken } from '#identity/token-minting.js';
import { entityManagerOn } from '#postgres/entity-manager-on.js';
import { Problem } from '#problems/problem.js';
import { SessionToken } from '../../entities/session-token.entity.js';
import type { SigningKeys } from '../keys/signing-keys.js';
import { type PersonRow, SELECT_PERSON, subjectOf } from '../people/person-record.js';

/** Most valid access tokens of a session: more than any client requests during the life of one. */
const MAX_LIVE = 100;

export interface AccessTokensOptions {
  dataSource: DataSource;
  keys: SigningKeys;
  issuer: string;
  audience: string;
  /** 1…60. */
  minutes: number;
}

export interface AccessToken {
  token: string;
  /** RFC 3339. */
  expiresAt: string;
}

/** Creates access tokens of people, with their present permissions. */
export class AccessTokens {
  constructor(private readonly options: AccessTokensOptions) {}

  /**
   * A token for the person's session, whose id is stored until it expires; undefined if the person is removed or disabled. Without a
   * session, the token only allows a change of the password. The claim `iat` has microseconds, from the database's clock and under the
   * lock of the person's row: see `cutOffTokens`.
   * @throws Problem 429 if the session requests too many tokens
   */
  async mint(
    client: PoolClient,
    personId: string,
    session: string | undefined,
  ): Promise<{ person: PersonRow; access: AccessToken } | undefined> {
    const { dataSource, keys, issuer, audience, minutes } = this.options;
    await client.query(`select 1 from person where id = $1 for share`, [personId]);
    const { rows } = await client.query<PersonRow & { issued_at: number }>(
      `select s.*, extract(epoch from greatest(s.tokens_from, clock_timestamp()))::float8 as issued_at
        from (${SELECT_PERSON} where p.id = $1 and p.status = 'active') s`,
      [personId],
    );
    const person = rows[0];
    if (person === undefined) return undefined;
    const expiresAt = new Date((Math.floor(person.issued_at) + minutes * 60) * 1000);
    const tokenId = randomUUID();
    if (session !== undefined) await remember(entityManagerOn(dataSource, client).getRepository(SessionToken), session, tokenId, expiresAt);
    const token = await mintToken(await keys.forToken({ client }, expiresAt), {
      tokenId,
      subject: subjectOf(personId),
      roles: session === undefined ? {} : Object.fromEntries(person.workspaces.map(({ id, role }): [string, Role] => [id, role])),
      operator: person.operator && session !== undefined,
      issuedAt: person.issued_at,
      expiresInSeconds: minutes * 60,
      issuer,
      audience,
    });
    return { person, access: { token, expiresAt: expiresAt.toISOString() } };
  }
}

async function remember(tokens: Repository<SessionToken>, session: string, tokenId: string, expiresAt: Date): Promise<void> {
  await tokens.delete({ session, expiresAt: Raw((column) => `${column} < now()`) });
  const live = await tokens.countBy({ session });
  if (live >= MAX_LIVE) {
    throw new Problem(
      'too-many-requests',
      `The session already has ${MAX_LIVE} access tokens that have not expired; use one of them before you refresh again.`,
      {
        headers: { 'retry-after': '60' },
        members: { limit: 'access-tokens-per-session', used: live, allowed: MAX_LIVE },
      },
    );
  }
  await tokens.insert({ id: tokenId, session, expiresAt });
}
