import { Problem } from '#problems/problem.js';

/** A limit of valid tokens or links per workspace: neither revoked nor expired. */
export interface LiveBound {
  /** Name of the limit in the problem. */
  limit: 'live-tokens-per-workspace' | 'live-share-links-per-workspace';
  /** Plural noun for the refusal. */
  what: string;
  setting: 'MAX_LIVE_TOKENS' | 'MAX_LIVE_SHARE_LINKS';
  most: number;
  /** Path below the workspace where they are listed and revoked. */
  path: string;
}

/**
 * Call it before another one is created, with the workspace's row locked.
 * @throws Problem 409 with the limit, the count and the remedy
 */
export function requireRoom({ limit, what, setting, most, path }: LiveBound, workspace: string, live: number): void {
  if (live < most) return;
  throw new Problem(
    'conflict',
    `The workspace ${workspace} has ${live} ${what} that are neither revoked nor expired, and may have at most ` +
      `${most} (${setting}). Revoke some first: GET /groups/${workspace}/${path} lists them, DELETE ` +
      `/groups/${workspace}/${path}/{id} revokes one.`,
    { members: { limit, allowed: most, used: live } },
  );
}
