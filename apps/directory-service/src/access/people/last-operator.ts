import type { PoolClient } from 'pg';
import { Problem } from '#problems/problem.js';

/** Ways to sign in other than by a password. */
export interface WaysIn {
  /** Whether sign-in with an OpenID provider is configured. */
  oidc: boolean;
}

/** Serializes changes of operators: two operators who demote each other must not both succeed. */
export async function lockOperators(client: PoolClient): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtext('waymark.directory.operators'))`);
}

/**
 * Call it after the change, under `lockOperators`. An operator who never set a password and never signed in with a provider does not
 * count: their one-time link may be lost, and nobody could create another one.
 * @throws Problem 409 if no operator is left who can log in
 */
export async function requireOperator(client: PoolClient, { oidc }: WaysIn): Promise<void> {
  const { rows } = await client.query(
    `select 1 from person p where operator and status = 'active'
       and (password_hash is not null or ($1 and exists (select 1 from oidc_identity o where o.person = p.id))) limit 1`,
    [oidc],
  );
  if (rows.length === 0)
    throw new Problem(
      'conflict',
      'This is the last operator who can log in. First make another person an operator who has a password or signs ' +
        'in with a provider: PATCH /operator/people/{personId} with {"operator": true}, then POST ' +
        '/operator/people/{personId}/password-link.',
    );
}
