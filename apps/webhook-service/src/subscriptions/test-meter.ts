import { LRUCache } from 'lru-cache';
import { Problem } from '#problems/problem.js';

const MINUTE_MS = 60_000;
const MAX_WORKSPACES = 10_000;

/** How many tests of a workspace are sent: what a caller can have sent at will is bounded, by each instance for itself. */
export class TestMeter {
  private readonly sent = new LRUCache<string, readonly number[]>({ max: MAX_WORKSPACES });

  constructor(private readonly aMinute: number) {}

  /** Counts one. @throws Problem too-many-requests, with how long to wait */
  take(workspace: string, now = Date.now()): void {
    const lately = (this.sent.get(workspace) ?? []).filter((at) => at > now - MINUTE_MS);
    if (lately.length >= this.aMinute) {
      const seconds = Math.ceil((lately[0]! + MINUTE_MS - now) / 1000);
      throw new Problem('too-many-requests', `The workspace has tried its webhooks ${this.aMinute} times within a minute; nothing was sent. Try again in ${seconds} s.`, { headers: { 'retry-after': String(seconds) } });
    }
    this.sent.set(workspace, [...lately, now]);
  }
}
