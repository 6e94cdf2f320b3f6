import { createHash } from 'node:crypto';

/** Limit; further items are sent again with every poll. */
const MAX_SEEN = 50_000;
const HASH_CHARACTERS = 12;

/** Hash of an item's content; 72 bits of SHA-256. */
export function itemHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, HASH_CHARACTERS);
}

/** The items of the last document, which were already sent. */
export class SeenItems {
  private last: Set<string>;
  private current = new Set<string>();

  /** @param hashes a result of `all`; anything else is ignored */
  constructor(hashes: unknown) {
    this.last = new Set(
      (Array.isArray(hashes) ? (hashes as unknown[]) : [])
        .filter((hash): hash is string => typeof hash === 'string' && hash.length === HASH_CHARACTERS)
        .slice(0, MAX_SEEN),
    );
  }

  /** Starts a document. */
  begin(): void {
    this.current = new Set();
  }

  /** Whether the item was neither in the last document nor earlier in this one. */
  isNew(hash: string): boolean {
    const known = this.last.has(hash) || this.current.has(hash);
    this.current.add(hash);
    return !known;
  }

  /** The document was read completely: items that are no longer in it are forgotten. */
  end(): void {
    this.last = new Set([...this.current].slice(0, MAX_SEEN));
    this.current = new Set();
  }

  /** As JSON; within a document this includes the last one's items. */
  all(): string[] {
    return [...new Set([...this.current, ...this.last])].slice(0, MAX_SEEN);
  }
}
