import { LRUCache } from 'lru-cache';
import type { HeldState } from './held-state.js';

/** Ten times what an object usually has: objects made as large as they may be must not fill the memory. */
const CHARACTERS_AN_OBJECT = 4096;
/** Of numbers, times and names of properties; a field has as many. */
const CHARACTERS_BESIDE_TEXTS = 100;

/**
 * Newest states of the objects of the partitions that are owned, so that most are folded without being read. True only
 * while no other owner writes: emptied on every assignment and after every unit that was not surely committed.
 */
export class StateCache {
  private readonly entries: LRUCache<string, HeldState> | undefined;

  constructor(max: number) {
    if (max > 0) this.entries = new LRUCache({ max, maxSize: max * CHARACTERS_AN_OBJECT, sizeCalculation: sizeOf });
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

/** About how many characters are held of an object. */
function sizeOf({ state }: HeldState): number {
  const { externalId, title, type, icon, description, contentElements, fields } = state;
  let size = CHARACTERS_BESIDE_TEXTS + externalId.length;
  for (const text of [title, type, icon, description]) size += text?.length ?? 0;
  if (contentElements) size += JSON.stringify(contentElements).length;
  for (const name in fields) {
    const { value } = fields[name]!;
    size += CHARACTERS_BESIDE_TEXTS + name.length;
    if (typeof value === 'string') size += value.length;
    else if (typeof value === 'object' && value !== null) size += JSON.stringify(value).length;
  }
  return size;
}
