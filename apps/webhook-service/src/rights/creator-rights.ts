import { LRUCache } from 'lru-cache';
import { isRole, ROLES } from '#contracts/directory/roles.js';
import type { DirectoryCopy } from '#directory/directory-copy.js';
import type { Logger } from '#telemetry/logger.js';
import type { AnsweredFor } from '../storage/webhook-row.js';

const PERSON = 'person:';
/** The state of a person is queried again after this time, or as soon as their tokens are invalidated. */
const KNOWN_MS = 60_000;
/** Clocks of machines may differ. */
const SKEW_S = 5;
const MAX_KNOWN = 10_000;
const TIMEOUT_MS = 3000;

interface Person {
  status: string;
  workspaces: { id: string; role: string }[];
}

/**
 * Whether the person or token responsible for a webhook may still administer webhooks of the workspace: a token until it is revoked or
 * expires, a person while they have a role that allows it. While the directory is unavailable, the last known answer applies.
 */
export class CreatorRights {
  private readonly known = new LRUCache<string, { holds: boolean; at: number }>({ max: MAX_KNOWN });

  constructor(
    private readonly copy: Pick<DirectoryCopy, 'isRevoked'>,
    private readonly options: { directoryUrl: string; internalToken: string; logger: Logger },
  ) {}

  async hold(workspace: string, { subject, tokenId = '', issuedAt = 0, expiresAt }: AnsweredFor, now = Date.now()): Promise<boolean> {
    if (subject.startsWith(PERSON)) return this.personHolds(workspace, subject, now);
    return !this.copy.isRevoked(tokenId, subject, issuedAt) && (expiresAt === undefined || expiresAt * 1000 > now);
  }

  private async personHolds(workspace: string, subject: string, now: number): Promise<boolean> {
    const key = `${workspace} ${subject}`;
    const known = this.known.get(key);
    const changedSince = known !== undefined && this.copy.isRevoked('', subject, known.at / 1000 - SKEW_S);
    if (known !== undefined && now - known.at < KNOWN_MS && !changedSince) return known.holds;
    const holds = (await this.ask(workspace, subject)) ?? known?.holds ?? true;
    this.known.set(key, { holds, at: now });
    return holds;
  }

  /** Undefined: the directory cannot answer. */
  private async ask(workspace: string, subject: string): Promise<boolean | undefined> {
    const { directoryUrl, internalToken, logger } = this.options;
    try {
      const answer = await fetch(`${directoryUrl}/operator/people/${encodeURIComponent(subject.slice(PERSON.length))}`, {
        headers: { 'x-waymark-internal': internalToken },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (answer.status === 404) return false;
      if (!answer.ok) throw new Error(`it answered ${answer.status}`);
      const { status, workspaces } = (await answer.json()) as Person;
      const role = workspaces.find(({ id }) => id === workspace)?.role;
      return status === 'active' && isRole(role) && ROLES[role].has('webhooks:admin');
    } catch (error) {
      logger.warn({ subject, error: String(error) }, 'The directory could not confirm whether a person may still administer webhooks.');
      return undefined;
    }
  }
}
