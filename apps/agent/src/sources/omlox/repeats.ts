import { hash } from 'node:crypto';
import type { LRUCache } from 'lru-cache';
import { objectOf } from '../reading-parts/json-values.js';
import { boundedCache } from './bounded-cache.js';

/** As stored in the agent's queue: for each thing 6 bytes of the hash of its id and 6 of its last message, in base64. */
interface Place {
  readonly v: 1;
  readonly last: string;
}

const ENTRY_BYTES = 12;
/** Above every time in milliseconds. Messages without a time are identified by a hash from here on. */
const HASHED_FROM = 2 ** 46;
/** Size of each of two generations: at 10,000 messages/s a snapshot may take ten seconds or more. */
const RECENT = 100_000;

/** The parts of a position by which repeats are recognised. */
export interface Fingerprint {
  /** Milliseconds since 1970; undefined: no time, and a repeat only if a snapshot has the same content as the last message. */
  readonly at: number | undefined;
  /** The provider: two systems may locate one thing in the same millisecond. */
  readonly provider: string;
  /** The coordinate system of the place (its `crs`): hubs send the same position as measured and as converted. */
  readonly form: string;
  /** The coordinates as received. */
  readonly spot: string;
  /** The complete content, for positions without a time. */
  content(): string;
}

/** For each moment in one generation, the first received form and all coordinates. */
interface Generation {
  readonly forms: Map<number, string>;
  readonly spots: Set<number>;
}

const generation = (): Generation => ({ forms: new Map(), spots: new Set() });

/**
 * Recognises positions that were delivered already: hubs repeat frames, two sockets send the same while one replaces the other, and a
 * snapshot repeats what the socket sent. A position is identified by its thing, provider, time and place, or without the place if that is
 * written in another form. The last message of each thing is kept in `place`, across restarts of the agent. Holds 100,000 things; beyond
 * that, those silent for longest are dropped and may be delivered twice.
 */
export class Repeats {
  private readonly slots: LRUCache<string, number>;
  /** State from before the restart, by the hash of the id, until the thing sends something. */
  private readonly former = new Map<number, number>();
  private readonly free: number[] = [];
  private used = 0;
  private bytes = Buffer.alloc(ENTRY_BYTES * 256);
  /** Slots of things that have sent something since the restart: their content is no longer from before it. */
  private readonly active = new Set<number>();
  private recent = generation();
  private older = generation();

  /** @param place as returned by `place()`, before or after a restart */
  constructor(
    place: unknown,
    private readonly max = 100_000,
  ) {
    this.slots = boundedCache<number>(max, (slot) => {
      this.bytes.fill(0, slot * ENTRY_BYTES, (slot + 1) * ENTRY_BYTES);
      this.free.push(slot);
      this.active.delete(slot);
    });
    this.restore(place);
  }

  /** Whether it was recorded before; records it. */
  isRepeat(thing: string, fingerprint: Fingerprint, bySnapshot: boolean): boolean {
    const { at } = fingerprint;
    const slot = this.slotOf(thing);
    const offset = slot * ENTRY_BYTES + 6;
    const last = this.bytes.readUIntBE(offset, 6);
    if (!isDated(at)) {
      const hashed = HASHED_FROM + hashOf(fingerprint.content(), 5);
      this.bytes.writeUIntBE(hashed, offset, 6);
      return bySnapshot && hashed === last;
    }
    if (at === last && (bySnapshot || !this.active.has(slot))) return true;
    const { moment, spot } = momentOf(slot, at, fingerprint);
    if (this.isKnown(moment, spot, fingerprint.form)) return true;
    if (this.recent.spots.size >= RECENT) [this.older, this.recent] = [this.recent, generation()];
    if (this.formOf(moment) === undefined) this.recent.forms.set(moment, fingerprint.form);
    this.recent.spots.add(spot);
    this.active.add(slot);
    // The last position rather than the newest, because a snapshot after a restart has the last one, even from a hub whose times go
    // backwards.
    this.bytes.writeUIntBE(at, offset, 6);
    return false;
  }

  /** Whether it was recorded before, or the same position in another form; records nothing. */
  isRecorded(thing: string, fingerprint: Fingerprint): boolean {
    const slot = this.slots.get(thing);
    if (slot === undefined || !isDated(fingerprint.at)) return false;
    const { moment, spot } = momentOf(slot, fingerprint.at, fingerprint);
    return this.isKnown(moment, spot, fingerprint.form);
  }

  private isKnown(moment: number, spot: number, form: string): boolean {
    const first = this.formOf(moment);
    return (first !== undefined && first !== form) || this.recent.spots.has(spot) || this.older.spots.has(spot);
  }

  private formOf(moment: number): string | undefined {
    return this.recent.forms.get(moment) ?? this.older.forms.get(moment);
  }

  place(): Place {
    return { v: 1, last: this.bytes.toString('base64', 0, this.used * ENTRY_BYTES) };
  }

  private slotOf(thing: string): number {
    const known = this.slots.get(thing);
    if (known !== undefined) return known;
    const hashed = hashOf(thing, 6);
    const former = this.former.get(hashed);
    this.former.delete(hashed);
    const slot = former ?? this.emptySlot(hashed);
    this.slots.set(thing, slot);
    return slot;
  }

  private emptySlot(hashed: number): number {
    const slot = this.free.pop() ?? this.used++;
    if ((slot + 1) * ENTRY_BYTES > this.bytes.length) this.bytes = Buffer.concat([this.bytes], this.bytes.length * 2);
    this.bytes.writeUIntBE(hashed, slot * ENTRY_BYTES, 6);
    this.bytes.writeUIntBE(0, slot * ENTRY_BYTES + 6, 6);
    return slot;
  }

  private restore(place: unknown): void {
    const { v, last } = objectOf(place) ?? {};
    if (v !== 1 || typeof last !== 'string') return;
    const bytes = Buffer.from(last, 'base64');
    const entries: (readonly [number, number])[] = [];
    for (let offset = 0; offset + ENTRY_BYTES <= bytes.length; offset += ENTRY_BYTES) {
      const entry = [bytes.readUIntBE(offset, 6), bytes.readUIntBE(offset + 6, 6)] as const;
      if (entry[0] !== 0 && entry[1] !== 0) entries.push(entry);
    }
    entries.sort((a, b) => b[1] - a[1]);
    for (const [hashed, at] of entries.slice(0, this.max)) {
      const slot = this.emptySlot(hashed);
      this.bytes.writeUIntBE(at, slot * ENTRY_BYTES + 6, 6);
      this.former.set(hashed, slot);
    }
  }
}

function isDated(at: number | undefined): at is number {
  return at !== undefined && at > 0 && at < HASHED_FROM;
}

function momentOf(slot: number, at: number, { provider, form, spot }: Fingerprint): { readonly moment: number; readonly spot: number } {
  const moment = `${slot} ${at} ${provider}`;
  return { moment: hashOf(moment, 6), spot: hashOf(`${moment} ${form} ${spot}`, 6) };
}

function hashOf(text: string, bytes: number): number {
  return hash('sha1', text, 'buffer').readUIntBE(0, bytes);
}
