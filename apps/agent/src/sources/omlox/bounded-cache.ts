import { LRUCache } from 'lru-cache';

/**
 * Keeps the `max` entries that were used last. Memory grows with its contents: with the library's `max`, 100,000 entries would be
 * allocated at once, 3 MB each time.
 * @param dispose called for each entry that is dropped
 */
export function boundedCache<Value extends object | string | number | true>(
  max: number,
  dispose?: (value: Value) => void,
): LRUCache<string, Value> {
  return new LRUCache<string, Value>({ maxSize: max, sizeCalculation: () => 1, ...(dispose && { dispose }) });
}
