import { instantOf, isPrintable, type JsonObject, listOf, objectOf, textOf } from '../reading-parts/json-values.js';
import { boundedCache } from './bounded-cache.js';
import { eachOf, list, listObjects, pathPart } from './hub/listing.js';
import type { HubRest } from './hub/rest.js';

/** A change of a thing's fence. */
export interface FenceChange {
  readonly thing: string;
  /** Milliseconds since 1970, by the hub's clock. */
  readonly at: number | undefined;
  /** Name of its current fence; null: in none. */
  readonly value: string | null;
}

/** The fences of each thing in a snapshot. */
export type Inside = ReadonlyMap<string, readonly { readonly fence: string; readonly at: number | undefined }[]>;

const MAX_FENCES = 500;
const MAX_THINGS = 100_000;
const MAX_EVENTS = 10_000;
const AT_ONCE = 4;

interface KnownThing {
  /** Fences that it is in, in the order of entry. */
  fences: readonly string[];
  /** The last emitted value; undefined: none since the agent started. */
  lastEmitted: string | null | undefined;
  /** Time of its last position; undefined: only events mentioned it, or its position has no time. */
  at: number | undefined;
  /** Whether a position was received; otherwise, its object may not exist. */
  placed: boolean;
}

/**
 * Tracks which things are in which fences, from events and from a snapshot after each connection. A thing may be in several: its field
 * names the one it entered last of those it is still in, and is cleared when it is in none.
 */
export class Fences {
  private readonly names = boundedCache<string>(MAX_FENCES * 4);
  private readonly things = boundedCache<KnownThing>(MAX_THINGS);
  private readonly events = boundedCache<true>(MAX_EVENTS);
  /** Things with an event since a snapshot was requested: the event is newer than the snapshot. */
  private touched = new Set<string>();

  /**
   * @returns the number of fences; undefined when the hub does not allow reading them.
   * @throws Error when it is unavailable
   */
  async load(rest: HubRest): Promise<number | undefined> {
    const objects = await listObjects(rest, 'fences');
    for (const object of objects ?? []) this.learn(object);
    return objects?.length;
  }

  isUnknown(fence: string): boolean {
    return !this.names.has(fence);
  }

  async lookUp(rest: HubRest, fences: readonly string[]): Promise<void> {
    for (const object of await eachOf(rest, 'fences', fences)) this.learn(object);
  }

  /** Records a thing's position; if it left a fence without an event, the fence is cleared as of that time. */
  seen(thing: string, at: number | undefined): void {
    const known = this.known(thing);
    known.at = at;
    known.placed = true;
  }

  /**
   * The things and the change of an event: undefined for anything that is not a FenceEvent; no things for an event about a provider only.
   */
  static readEvent(
    document: JsonObject,
  ): { readonly fence: string; readonly entry: boolean; readonly at: number | undefined; readonly things: readonly string[] } | undefined {
    const fence = textOf(document.fence_id);
    const type = document.event_type;
    if (fence === undefined || (type !== 'region_entry' && type !== 'region_exit')) return undefined;
    const entry = type === 'region_entry';
    const one = textOf(document.trackable_id);
    const things = one !== undefined ? [one] : (listOf(document.trackables) ?? []).flatMap((each) => textOf(each) ?? []).slice(0, 100);
    return { fence, entry, at: instantOf(entry ? document.entry_time : document.exit_time), things };
  }

  /** Processes an event; hubs repeat them. @returns the changes to report for its things */
  take(document: JsonObject, event: NonNullable<ReturnType<typeof Fences.readEvent>>): readonly FenceChange[] {
    const id = textOf(document.id);
    if (id !== undefined && this.events.has(id)) return [];
    if (id !== undefined) this.events.set(id, true);
    return event.things.map((thing) => {
      this.touched.add(thing);
      const others = this.known(thing).fences.filter((fence) => fence !== event.fence);
      const now = event.entry ? [...others, event.fence] : others;
      return this.setFences(thing, now, event.at);
    });
  }

  /**
   * Requests the current fences of all things.
   * @returns undefined when the hub does not provide them.
   * @throws Error when it is unavailable
   */
  async snapshot(rest: HubRest): Promise<Inside | undefined> {
    this.touched = new Set();
    const inside = new Map<string, { fence: string; at: number | undefined }[]>();
    const fences = [...this.names.keys()].slice(0, MAX_FENCES);
    let next = 0;
    let answered = fences.length === 0;
    const worker = async (): Promise<void> => {
      while (next < fences.length) {
        const fence = fences[next++]!;
        const motions = await list(rest, `/fences/${pathPart(fence)}/motions`);
        answered ||= motions !== undefined;
        for (const motion of motions ?? []) {
          const id = textOf(objectOf(motion)?.id);
          if (id !== undefined)
            inside.set(id, [
              ...(inside.get(id) ?? []),
              { fence, at: instantOf(objectOf(objectOf(motion)!.location)?.timestamp_generated) },
            ]);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return answered ? inside : undefined;
  }

  /** Adds changes that events missed, from a snapshot. @returns a change for every seen thing whose fence differs from the reported one */
  resync(inside: Inside): readonly FenceChange[] {
    const changes: FenceChange[] = [];
    for (const [thing, known] of [...this.things.entries()]) {
      if (!known.placed || this.touched.has(thing)) continue;
      const now = inside.get(thing) ?? [];
      // In the order of entry, as far as known.
      const ordered = [
        ...known.fences.filter((fence) => now.some((each) => each.fence === fence)),
        ...now.map((each) => each.fence).filter((fence) => !known.fences.includes(fence)),
      ];
      known.fences = ordered;
      if (known.lastEmitted !== this.valueOf(ordered)) changes.push(this.setFences(thing, ordered, now.at(-1)?.at ?? known.at));
    }
    return changes;
  }

  private setFences(thing: string, fences: readonly string[], at: number | undefined): FenceChange {
    const known = this.known(thing);
    known.fences = fences;
    known.lastEmitted = this.valueOf(fences);
    return { thing, at, value: known.lastEmitted };
  }

  private known(thing: string): KnownThing {
    const known = this.things.get(thing);
    if (known) return known;
    const fresh: KnownThing = { fences: [], lastEmitted: undefined, at: undefined, placed: false };
    this.things.set(thing, fresh);
    return fresh;
  }

  private valueOf(fences: readonly string[]): string | null {
    const last = fences.at(-1);
    return last === undefined ? null : (this.names.get(last) ?? last);
  }

  private learn(object: JsonObject): void {
    const id = textOf(object.id);
    if (id === undefined) return;
    const name = [object.name, object.foreign_id].map(textOf).find((each) => each !== undefined && isPrintable(each, 128));
    this.names.set(id, name ?? id);
  }
}
