import { createHash } from 'node:crypto';

/** Beyond it items are sent again with every poll. */
const MOST_SEEN = 50_000;
const HASH_CHARACTERS = 12;

/** Hash of what an item says; 72 bits of SHA-256. */
export function itemHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, HASH_CHARACTERS);
}

/** The items of a document as it was read last: what is in it again was sent already. */
export class SeenItems {
  private last: Set<string>;
  private current = new Set<string>();

  /** @param hashes what `all` once gave; anything else is nothing */
  constructor(hashes: unknown) {
    this.last = new Set(
      (Array.isArray(hashes) ? (hashes as unknown[]) : [])
        .filter((hash): hash is string => typeof hash === 'string' && hash.length === HASH_CHARACTERS)
        .slice(0, MOST_SEEN),
    );
  }

  /** Begins a document. */
  begin(): void {
    this.current = new Set();
  }

  /** Whether the item was neither in the last document nor before in this one. */
  isNew(hash: string): boolean {
    const known = this.last.has(hash) || this.current.has(hash);
    this.current.add(hash);
    return !known;
  }

  /** The document was read to its end: what is no longer in it is forgotten. */
  end(): void {
    this.last = new Set([...this.current].slice(0, MOST_SEEN));
    this.current = new Set();
  }

  /** As JSON; in the middle of a document also those of the last one. */
  all(): string[] {
    return [...new Set([...this.current, ...this.last])].slice(0, MOST_SEEN);
  }
}
