import { Problem } from '#problems/problem.js';

/** How many of something one workspace may have that still count: neither revoked nor expired. */
export interface LiveBound {
  /** Name of the limit in the problem. */
  limit: 'live-tokens-per-workspace' | 'live-share-links-per-workspace';
  /** Plural, as the refusal says it. */
  what: string;
  setting: 'MAX_LIVE_TOKENS' | 'MAX_LIVE_SHARE_LINKS';
  most: number;
  /** Where they are listed and revoked, below the workspace. */
  path: string;
}

/**
 * To be asked before one more is made, with the workspace's row held. @throws Problem 409 that names the bound, the
 * count and what to do
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
