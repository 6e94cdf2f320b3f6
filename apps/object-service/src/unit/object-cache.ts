import { LRUCache } from 'lru-cache';
import type { ObjectState } from '#object-rules/object.js';
import type { WrittenObject } from './folded-unit.js';

/** Ten times what an object usually has: objects made as large as they may be must not fill the memory. */
const CHARACTERS_AN_OBJECT = 4096;

/**
 * Newest states of objects of the partitions that are owned, so that most commands are folded without a read. True only
 * while nobody else writes, which the compare-and-set of the offsets tells: emptied at every assignment and after every
 * unit that was not surely committed.
 */
export class ObjectCache {
  private readonly entries: LRUCache<string, ObjectState> | undefined;

  /** @param max objects that are remembered; 0 remembers none */
  constructor(max: number) {
    if (max > 0) this.entries = new LRUCache({ max, maxSize: max * CHARACTERS_AN_OBJECT });
  }

  get(externalId: string): ObjectState | undefined {
    return this.entries?.get(externalId);
  }

  put(objects: readonly WrittenObject[]): void {
    if (this.entries) for (const { state, json } of objects) this.entries.set(state.externalId, state, { size: json.length });
  }

  clear(): void {
    this.entries?.clear();
  }
}
