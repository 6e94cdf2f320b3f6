import { LRUCache } from 'lru-cache';

/**
 * Holds the `most` entries that were used last. Takes memory for what is in it: given as the library's `max`, 100,000
 * would be set aside at once, 3 MB each time.
 * @param dispose told of each entry that is forgotten
 */
export function boundedCache<Value extends object | string | number | true>(
  most: number,
  dispose?: (value: Value) => void,
): LRUCache<string, Value> {
  return new LRUCache<string, Value>({ maxSize: most, sizeCalculation: () => 1, ...(dispose && { dispose }) });
}
