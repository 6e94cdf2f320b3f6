import type { PoolClient } from 'pg';
import { Problem } from '#problems/problem.js';

/** Whoever makes or unmakes operators goes one after the other: two who demote each other must not both succeed. */
export async function lockOperators(client: PoolClient): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtext('waymark.directory.operators'))`);
}

/** To be asked after the change, under `lockOperators`. @throws Problem 409 when no operator is left who can log in */
export async function requireOperator(client: PoolClient): Promise<void> {
  const { rows } = await client.query(`select 1 from person where operator and status = 'active' limit 1`);
  if (rows.length === 0) throw new Problem('conflict', 'This is the last operator; make another person one first: PATCH /operator/people/{personId} with {"operator": true}.');
}
