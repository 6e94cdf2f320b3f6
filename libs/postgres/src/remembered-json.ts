import { ReusedCache } from './reused-cache.js';

/** Typical size of an object with a position and two fields; with larger objects, fewer are cached. */
const CHARACTERS_PER_VALUE = 512;

/**
 * A cache of newest values by id, as stored JSON, so that most need not be read from the database. It has texts, since garbage collection
 * of a hundred thousand parsed objects costs more than parsing one text per update. It is only valid while no other process writes: the
 * owner clears it on every assignment, and after every unit that may not have been committed.
 */
export class RememberedJson {
  private readonly texts: ReusedCache<string> | undefined;

  /** @param max number of cached values with an average of 512 characters; 0 caches nothing */
  constructor(max: number) {
    if (max > 0) this.texts = new ReusedCache(max, { maxSize: max * CHARACTERS_PER_VALUE, sizeCalculation: (text) => text.length });
  }

  get(id: string): string | undefined {
    return this.texts?.get(id);
  }

  /** Caches a value. If it is too large for the cache, the former value is still removed. */
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
