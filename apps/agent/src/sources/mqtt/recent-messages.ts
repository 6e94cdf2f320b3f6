import { hash } from 'node:crypto';
import type { Received } from '../../reading/source.js';

const MAX = 1000;
const HASH_BYTES = 6;

/** Identifies a message that a broker sends again (MQTT 3.1.1 and 5, section 4.4): the same packet id, topic and payload. */
interface Delivery {
  readonly messageId: number;
  readonly topic: string;
  readonly payload: Buffer;
}

/**
 * The last 1,000 messages on disk. An agent that was killed may have stored messages without acknowledging them: the broker sends them
 * again with a mark (DUP), and this class recognises them.
 */
export class RecentMessages {
  private readonly known: Set<string>;
  /** Messages on their way to the disk, keyed by the first item read from each. */
  private readonly underWay = new WeakMap<Received, string>();

  /** @param place a result of `placeWith`; anything else is ignored */
  constructor(place: unknown) {
    const bytes = typeof place === 'string' ? Buffer.from(place, 'base64') : Buffer.alloc(0);
    this.known = new Set(
      Array.from({ length: Math.min(MAX, Math.floor(bytes.length / HASH_BYTES)) }, (_, at) =>
        bytes.toString('latin1', at * HASH_BYTES, (at + 1) * HASH_BYTES),
      ),
    );
  }

  has(delivery: Delivery): boolean {
    return this.known.has(hashOf(delivery));
  }

  /** @param messages read from this delivery */
  underWayAs(delivery: Delivery, messages: readonly Received[]): void {
    if (messages.length > 0) this.underWay.set(messages[0]!, hashOf(delivery));
  }

  /** The place to store with these messages, in the same transaction. */
  placeWith(messages: readonly Received[]): string {
    const hashes = [...this.known, ...this.hashesOf(messages)].slice(-MAX);
    return Buffer.from(hashes.join(''), 'latin1').toString('base64');
  }

  /** Called when these messages are on disk. */
  keep(messages: readonly Received[]): void {
    for (const one of this.hashesOf(messages)) {
      this.known.delete(one);
      this.known.add(one);
    }
    for (const oldest of this.known) {
      if (this.known.size <= MAX) break;
      this.known.delete(oldest);
    }
  }

  private hashesOf(messages: readonly Received[]): readonly string[] {
    return messages.flatMap((message) => this.underWay.get(message) ?? []);
  }
}

function hashOf({ messageId, topic, payload }: Delivery): string {
  return hash('sha1', Buffer.concat([Buffer.from(`${messageId}\0${topic}\0`), payload]), 'buffer').toString('latin1', 0, HASH_BYTES);
}
