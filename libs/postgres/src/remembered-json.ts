import { LRUCache } from 'lru-cache';

/** About what an object with a position and two fields has; larger objects leave room for fewer. */
const CHARACTERS_A_VALUE = 512;

/**
 * Newest values by id, as the JSON that was stored, so that most need not be read from the database. Text, because a
 * hundred thousand parsed objects cost more in garbage collection than parsing one text an update does. True only while
 * nobody else writes: its owner empties it on every assignment and after every unit that was not surely committed.
 */
export class RememberedJson {
  private readonly texts: LRUCache<string, string> | undefined;

  /** @param max values that are remembered, together of at most 512 characters each; 0 remembers none */
  constructor(max: number) {
    if (max > 0) this.texts = new LRUCache({ max, maxSize: max * CHARACTERS_A_VALUE, sizeCalculation: (text) => text.length });
  }

  get(id: string): string | undefined {
    return this.texts?.get(id);
  }

  /** A text that is too large to be stored still replaces its former value: neither is remembered. */
  put(id: string, json: string): void {
    this.texts?.set(id, json);
  }

  forget(id: string): void {
    this.texts?.delete(id);
  }

  clear(): void {
    this.texts?.clear();
  }
}
