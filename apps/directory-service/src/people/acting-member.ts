import type { Pool } from 'pg';
import type { Role } from '#identity/roles.js';
import { Problem } from '#problems/problem.js';
import type { Actor } from '../auditing/actor.js';
import type { ChangeSet } from '../publishing/change-set.js';
import { personIdOf } from './person-record.js';

/** A person who acts in a workspace of his or her own. */
export interface ActingMember {
  personId: string;
  role: Role;
}

/** Who asks, when it is a person of the workspace; undefined for machines and everybody else. */
export async function actingMember(pool: Pool, { subject }: Pick<Actor, 'subject'>, workspace: string): Promise<ActingMember | undefined> {
  const personId = personIdOf(subject);
  if (personId === undefined) return undefined;
  const { rows } = await pool.query<{ role: Role }>(`select role from membership where person = $1 and workspace = $2`, [
    personId,
    workspace,
  ]);
  return rows[0] && { personId, role: rows[0].role };
}

/**
 * The same for a change, held: nobody takes the role or the person away before it is committed. The person's row first, as
 * whoever removes one does.
 * @param what may only be done by people, as in `answer a poll`
 * @throws Problem 403
 */
export async function holdActingMember(
  changes: ChangeSet,
  { subject }: Pick<Actor, 'subject'>,
  workspace: string,
  what: string,
): Promise<ActingMember> {
  const personId = personIdOf(subject);
  if (personId === undefined)
    throw new Problem('forbidden', `Only a person can ${what}, and this token is of none: log in for it (POST /auth/login).`);
  await changes.client.query(`select 1 from person where id = $1 for key share`, [personId]);
  const { rows } = await changes.client.query<{ role: Role }>(
    `select role from membership where person = $1 and workspace = $2 for share`,
    [personId, workspace],
  );
  if (rows[0] === undefined) throw new Problem('forbidden', `Only people who belong to the workspace can ${what}, and you do not.`);
  return { personId, role: rows[0].role };
}
