import type { ChangeSet } from '../../publishing/change-set.js';
import { subjectOf } from './person-record.js';

/** Longer than the life of any access token, including the tolerated difference between clocks. */
const RETENTION_S = 62 * 60;

/**
 * Ends all access tokens that were issued to the person so far, on all gateways; sessions stay. The time comes from the database's clock,
 * under the lock of the person's row, like the claim `iat`. Both have microseconds, so a token that is issued later in the same second is
 * valid.
 */
export async function cutOffTokens(changes: ChangeSet, personId: string): Promise<void> {
  const { rows } = await changes.client.query<{ issuedBefore: number; now: number }>(
    `update person set tokens_from = greatest(tokens_from, clock_timestamp()) where id = $1
     returning extract(epoch from tokens_from)::float8 as "issuedBefore", extract(epoch from clock_timestamp())::float8 as now`,
    [personId],
  );
  // Ended tokens do not count towards the session's limit: otherwise frequent changes of roles could lock a person out.
  await changes.client.query(`delete from session_token where session in (select id from login_session where person = $1)`, [personId]);
  const { issuedBefore, now } = rows[0]!;
  await changes.publish('cutoff', subjectOf(personId), {
    subject: subjectOf(personId),
    issuedBefore,
    expiresAt: Math.ceil(now) + RETENTION_S,
  });
}

/** Ends all sessions of the person, whose refresh tokens are refused from the commit on. @param why for the audit */
export async function endSessions(changes: ChangeSet, personId: string, why: string): Promise<void> {
  await changes.client.query(`update login_session set ended_at = now(), ended_by = $2 where person = $1 and ended_at is null`, [
    personId,
    why,
  ]);
}
