import { LRUCache } from 'lru-cache';
import type { HeldState } from './held-state.js';

/**
 * Newest states of the objects of the partitions that are owned, so that most are folded without being read. True only
 * while no other owner writes: emptied on every assignment and after every unit that was not surely committed.
 */
export class StateCache {
  private readonly entries: LRUCache<string, HeldState> | undefined;

  constructor(max: number) {
    if (max > 0) this.entries = new LRUCache({ max });
  }

  get(externalId: string): HeldState | undefined {
    return this.entries?.get(externalId);
  }

  putAll(objects: ReadonlyMap<string, HeldState>): void {
    if (this.entries) for (const [externalId, held] of objects) this.entries.set(externalId, held);
  }

  clear(): void {
    this.entries?.clear();
  }
}
