import { LRUCache } from 'lru-cache';
import { eachOf, list, listObjects, pathPart } from './hub/listing.js';
import type { HubRest } from './hub/rest.js';
import { instantOf, isPrintable, type JsonObject, listOf, objectOf, textOf } from './json-values.js';

/** What became of a thing's fence. */
export interface FenceChange {
  readonly thing: string;
  /** Milliseconds since 1970, by the hub's clock. */
  readonly at: number | undefined;
  /** Name of the fence that it is in; null: in none. */
  readonly value: string | null;
}

/** Which things are in which fences, by a snapshot. */
export type Inside = ReadonlyMap<string, readonly { readonly fence: string; readonly at: number | undefined }[]>;

const MOST_FENCES = 500;
const MOST_THINGS = 100_000;
const MOST_EVENTS = 10_000;
const AT_ONCE = 4;

/**
 * Who is in which fence, from events and from a snapshot after each connection. A thing may be in several: its field names the one that it entered
 * last of those it is still in, and is cleared when it is in none.
 */
export class Fences {
  private readonly names = new LRUCache<string, string>({ max: MOST_FENCES * 4 });
  /** In the order of entry. */
  private readonly inside = new LRUCache<string, readonly string[]>({ max: MOST_THINGS });
  /** What was said of a thing last; nothing yet in this life of the agent where it is absent. */
  private readonly told = new LRUCache<string, { readonly value: string | null }>({ max: MOST_THINGS });
  private readonly seenAt = new LRUCache<string, { readonly at: number | undefined }>({ max: MOST_THINGS });
  private readonly events = new LRUCache<string, true>({ max: MOST_EVENTS });
  /** Of whom an event told since a snapshot was asked for: it is newer than the snapshot. */
  private touched = new Set<string>();

  /** @returns how many fences there are; undefined when the hub does not let them be read. @throws Error when it is away */
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

  /** Where a thing was heard of: a fence that it left unheard is cleared as of then. */
  seen(thing: string, at: number | undefined): void {
    this.seenAt.set(thing, { at });
  }

  /** Of whom an event tells, and of what: undefined for what is no FenceEvent; no things for one that tells of a provider only. */
  static readEvent(document: JsonObject): { readonly fence: string; readonly entry: boolean; readonly at: number | undefined; readonly things: readonly string[] } | undefined {
    const fence = textOf(document.fence_id);
    const type = document.event_type;
    if (fence === undefined || (type !== 'region_entry' && type !== 'region_exit')) return undefined;
    const entry = type === 'region_entry';
    const one = textOf(document.trackable_id);
    const things = one !== undefined ? [one] : (listOf(document.trackables) ?? []).flatMap((each) => textOf(each) ?? []).slice(0, 100);
    return { fence, entry, at: instantOf(entry ? document.entry_time : document.exit_time), things };
  }

  /** Takes an event; hubs repeat them. @returns what must be said, of each of its things */
  take(document: JsonObject, event: NonNullable<ReturnType<typeof Fences.readEvent>>): readonly FenceChange[] {
    const id = textOf(document.id);
    if (id !== undefined && this.events.has(id)) return [];
    if (id !== undefined) this.events.set(id, true);
    return event.things.map((thing) => {
      this.touched.add(thing);
      const others = (this.inside.get(thing) ?? []).filter((fence) => fence !== event.fence);
      const now = event.entry ? [...others, event.fence] : others;
      return this.say(thing, now, event.at);
    });
  }

  /** Asks who is in which fence now. @returns undefined when the hub does not tell. @throws Error when it is away */
  async snapshot(rest: HubRest): Promise<Inside | undefined> {
    this.touched = new Set();
    const inside = new Map<string, { fence: string; at: number | undefined }[]>();
    const fences = [...this.names.keys()].slice(0, MOST_FENCES);
    let next = 0;
    let answered = fences.length === 0;
    const worker = async (): Promise<void> => {
      while (next < fences.length) {
        const fence = fences[next++]!;
        const motions = await list(rest, `/fences/${pathPart(fence)}/motions`);
        answered ||= motions !== undefined;
        for (const motion of motions ?? []) {
          const id = textOf(objectOf(motion)?.id);
          if (id !== undefined) inside.set(id, [...(inside.get(id) ?? []), { fence, at: instantOf(objectOf(objectOf(motion)!.location)?.timestamp_generated) }]);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return answered ? inside : undefined;
  }

  /** Mends by a snapshot what events did not tell: what must be said of every thing that was seen and whose fence is another than was said. */
  mend(inside: Inside): readonly FenceChange[] {
    const changes: FenceChange[] = [];
    for (const [thing, { at }] of this.seenAt.entries()) {
      if (this.touched.has(thing)) continue;
      const now = inside.get(thing) ?? [];
      const before = this.inside.get(thing) ?? [];
      // In the order of entry as far as it is known.
      const ordered = [...before.filter((fence) => now.some((each) => each.fence === fence)), ...now.map((each) => each.fence).filter((fence) => !before.includes(fence))];
      const value = this.valueOf(ordered);
      const told = this.told.get(thing);
      this.inside.set(thing, ordered);
      if (told === undefined || told.value !== value) changes.push(this.say(thing, ordered, now.at(-1)?.at ?? at));
    }
    return changes;
  }

  private say(thing: string, fences: readonly string[], at: number | undefined): FenceChange {
    const value = this.valueOf(fences);
    this.inside.set(thing, fences);
    this.told.set(thing, { value });
    return { thing, at, value };
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
