import { LRUCache } from 'lru-cache';
import type { ElementOutcome } from '#contracts/outcome.js';
import { Problem } from '#problems/problem.js';
import type { Logger } from '#telemetry/logger.js';

const WINDOW_MS = 60_000;
const MAX_TOKENS = 10_000;

/**
 * Limits how many answers per minute reveal to a token that an id belongs to another workspace. The specification requires such
 * answers (section 7); nothing else reveals another workspace's data. Beyond the limit, calls of the token are refused and logged, so
 * that nobody can probe for existing ids. The gateways share the limit evenly, so that together they do not exceed it.
 */
export class ForeignClashes {
  private readonly windows = new LRUCache<string, { since: number; count: number }>({ max: MAX_TOKENS });

  constructor(
    private readonly maxPerMinute: number,
    private readonly logger: Pick<Logger, 'warn'>,
    /** The share of this gateway, 0…1. */
    private readonly ownPart: () => number = () => 1,
  ) {}

  private get most(): number {
    return Math.max(1, Math.floor(this.maxPerMinute * this.ownPart()));
  }

  /** @param nowMs milliseconds, always from the same clock @throws Problem 429 once the token has reached the limit */
  check(tokenId: string, nowMs: number): void {
    const window = this.windows.get(tokenId);
    if (window === undefined || window.count < this.most || nowMs - window.since >= WINDOW_MS) return;
    const seconds = Math.ceil((window.since + WINDOW_MS - nowMs) / 1000);
    throw new Problem(
      'too-many-requests',
      `This token named ${window.count} objects of other workspaces within a minute; at most ${this.most} are ` +
        'allowed by each gateway. Nothing of this call was applied. Does it post to the right workspace?',
      {
        headers: { 'retry-after': String(seconds) },
        members: { limit: this.most, windowSeconds: WINDOW_MS / 1000, used: window.count },
      },
    );
  }

  /** Counts the foreign objects in an answer to a token. */
  note(tokenId: string, outcomes: readonly ElementOutcome[] | undefined, nowMs: number): void {
    let count = 0;
    for (const outcome of outcomes ?? []) if (outcome[3] === 'belongs-to-another-workspace') count += 1;
    if (count === 0) return;
    const window = this.windows.get(tokenId);
    if (window === undefined || nowMs - window.since >= WINDOW_MS) this.windows.set(tokenId, { since: nowMs, count });
    else window.count += count;
    const now = this.windows.get(tokenId)!.count;
    if (now >= this.most && now - count < this.most)
      this.logger.warn(
        { tokenId, objects: now },
        'A token names many objects of other workspaces; its calls are refused for the rest of the minute.',
      );
  }
}
