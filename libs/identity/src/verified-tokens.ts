import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Caller } from './caller.js';

/** Callers of verified tokens, by the SHA-256 of the token, as tokens are not stored. Bounded; the least recently used are dropped. */
export class VerifiedTokens {
  private readonly callers: LRUCache<string, Caller>;

  constructor(
    max: number,
    private readonly clockSkewSeconds: number,
  ) {
    this.callers = new LRUCache({ max });
  }

  get size(): number {
    return this.callers.size;
  }

  /** @returns undefined if the token is unknown or has expired */
  find(digest: string, nowSeconds: number): Caller | undefined {
    const caller = this.callers.get(digest);
    if (caller === undefined) return undefined;
    if (nowSeconds < caller.expiresAt + this.clockSkewSeconds) return caller;
    this.callers.delete(digest);
    return undefined;
  }

  clear(): void {
    this.callers.clear();
  }

  remember(digest: string, caller: Caller): void {
    this.callers.set(digest, caller);
  }
}

export function digestOf(token: string): string {
  return hash('sha256', token, 'base64url');
}
