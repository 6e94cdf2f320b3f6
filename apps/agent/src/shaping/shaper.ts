import type { ShapeConfig } from '../configuration/mapping-schemas.js';
import type { HeldObject } from '../queue/queue.js';
import type { Element } from '../reading/element.js';
import { ObjectShape } from './object-shape.js';

/** The result for elements: some are sent, some wait (durably, see `HeldObject`), and some add nothing to a newer one. */
export interface Shaped {
  readonly send: readonly Element[];
  readonly held: readonly HeldObject[];
  readonly merged: number;
}

/** For a source that is thinned only by distance: the last position of a resting thing is sent after this time. */
const REST_SECONDS = 60;
/** Objects of one source in memory; beyond that, the object that reported longest ago is dropped and its waiting elements are sent. */
const MAX_OBJECTS = 50_000;

/**
 * An element that is on time (within a tenth of the interval) waits a little, so that the newest one is sent for a thing that reports
 * continuously.
 */
const GRACE_MS = 100;
const MAX_GRACE_MS = 1000;

interface Entry {
  readonly shape: ObjectShape;
  /** By the shaper's clock. */
  sentAt: number;
}

/**
 * `ShapeConfig` of one source: at most one element per object in `seconds`, or after `metres`, by observation times. An unsent element
 * waits until a newer one contains all its information, or until `seconds` have passed since the object's last one: the last element of a
 * thing that comes to rest is always sent. Numbers that changed by less than their dead band since they were last sent are left out.
 */
export class Shaper {
  private readonly seconds: number;
  /** The one that reported longest ago first. */
  private readonly objects = new Map<string, Entry>();
  /** Objects with held elements. */
  private readonly waiting = new Map<string, Entry>();

  /** @param now milliseconds, by a monotonic clock */
  constructor(
    private readonly config: ShapeConfig,
    private readonly now: () => number,
    private readonly maxObjects = MAX_OBJECTS,
  ) {
    this.seconds = config.seconds ?? (config.metres === undefined ? 0 : REST_SECONDS);
  }

  take(elements: readonly Element[]): Shaped {
    const send: Element[] = [];
    const changed = new Map<string, ObjectShape>();
    let merged = 0;
    for (const element of elements) {
      const { externalId } = element;
      const entry = this.entryOf(externalId, send, changed);
      const { shape } = entry;
      const before = shape.held;
      const shaped = shape.take(element);
      send.push(...shaped.send);
      merged += shaped.merged;
      if (shaped.send.length > 0) entry.sentAt = this.now();
      if (shape.held !== before) this.changed(externalId, entry, changed);
    }
    return { send, held: heldOf(changed), merged };
  }

  /** Elements that have waited long enough. */
  due(): Shaped {
    const before = this.now() - this.seconds * 1000 - Math.min(MAX_GRACE_MS, this.seconds * GRACE_MS);
    return this.release((entry) => entry.sentAt <= before);
  }

  /** All waiting elements. */
  all(): Shaped {
    return this.release(() => true);
  }

  get waits(): boolean {
    return this.waiting.size > 0;
  }

  private release(isDue: (entry: Entry) => boolean): Shaped {
    const send: Element[] = [];
    const changed = new Map<string, ObjectShape>();
    for (const [externalId, entry] of this.waiting) {
      if (!isDue(entry)) continue;
      const now = this.now();
      send.push(...entry.shape.release(now - entry.sentAt));
      entry.sentAt = now;
      this.changed(externalId, entry, changed);
    }
    return { send, held: heldOf(changed), merged: 0 };
  }

  private changed(externalId: string, entry: Entry, changed: Map<string, ObjectShape>): void {
    changed.set(externalId, entry.shape);
    if (entry.shape.held.length === 0) this.waiting.delete(externalId);
    else this.waiting.set(externalId, entry);
  }

  private entryOf(externalId: string, send: Element[], changed: Map<string, ObjectShape>): Entry {
    const known = this.objects.get(externalId);
    if (known !== undefined) {
      this.objects.delete(externalId);
      this.objects.set(externalId, known);
      return known;
    }
    if (this.objects.size >= this.maxObjects) this.forgetOldest(send, changed);
    const entry: Entry = { shape: new ObjectShape(this.config, this.seconds), sentAt: -Infinity };
    this.objects.set(externalId, entry);
    return entry;
  }

  private forgetOldest(send: Element[], changed: Map<string, ObjectShape>): void {
    const [[externalId, entry]] = this.objects as unknown as [[string, Entry]];
    if (entry.shape.held.length > 0) {
      send.push(...entry.shape.release(0));
      this.changed(externalId, entry, changed);
    }
    this.objects.delete(externalId);
  }
}

function heldOf(changed: ReadonlyMap<string, ObjectShape>): HeldObject[] {
  return [...changed].map(([externalId, { held }]) => ({ externalId, elements: held }));
}
