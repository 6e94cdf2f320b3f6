import { LRUCache } from 'lru-cache';
import type { ObjectState } from '#object-rules/object.js';
import type { WrittenObject } from './folded-unit.js';

/**
 * Newest states of objects of the partitions that are owned, so that most commands are folded without a read. True only
 * while nobody else writes, which the compare-and-set of the offsets tells: emptied at every assignment and after every
 * unit that was not surely committed.
 */
export class ObjectCache {
  private readonly entries: LRUCache<string, ObjectState> | undefined;

  /** @param max objects that are remembered; 0 remembers none */
  constructor(max: number) {
    if (max > 0) this.entries = new LRUCache({ max });
  }

  get(externalId: string): ObjectState | undefined {
    return this.entries?.get(externalId);
  }

  put(objects: readonly WrittenObject[]): void {
    if (this.entries) for (const { state } of objects) this.entries.set(state.externalId, state);
  }

  clear(): void {
    this.entries?.clear();
  }
}
