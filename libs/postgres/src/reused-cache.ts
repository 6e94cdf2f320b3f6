import { LRUCache } from 'lru-cache';

/** One in this many ids, a power of two, is in the sample. */
const SAMPLED_ONE_IN = 64;
/** Look-ups of sampled ids between two decisions: about 33,000 look-ups of all ids. */
const LOOK_UPS = 512;
/** The sample is larger than its share of the cache, so that a fleet which just fits into the cache also fits into the sample. */
const ROOM = 1.1;
/** Shares of look-ups that the full size would answer: below the first it is not worth its memory, from the second on it is again. */
const WORTH = { not: 0.4, again: 0.5 };
/** The part of the size that is kept when the full size is not worth its memory. */
const SMALL_PART = 4;

/** An LRUCache without its bound on the number of entries. */
type Bounds<Value extends object | string> = Omit<LRUCache.Options<string, Value, unknown>, 'max'>;

/**
 * A cache of the most recently used values that gives up three quarters of its size while they would be of no use, as in a fleet much
 * larger than the cache, in which each object has left it before it reports again. A sample of ids without values shows what the full
 * size would answer (Waldspurger et al., "Efficient MRC Construction with SHARDS", USENIX FAST 2015), so it returns when it is of use.
 */
export class ReusedCache<Value extends object | string> {
  private entries: LRUCache<string, Value>;
  private readonly sample: LRUCache<string, true>;
  private asked = 0;
  private found = 0;
  /** The size that was decided on; entries are given up by `set` alone, as in other caches. */
  private wanted: number;

  /** @param max largest number of entries, above 0 */
  constructor(
    private readonly max: number,
    private readonly bounds: Bounds<Value> = {},
  ) {
    this.wanted = max;
    this.entries = this.sized(max);
    this.sample = new LRUCache({ max: Math.ceil((max * ROOM) / SAMPLED_ONE_IN) });
  }

  get(id: string): Value | undefined {
    if (isSampled(id)) this.count(id);
    return this.entries.get(id);
  }

  /** Like `get`, for a look-up that shows nothing about the use of the cache. */
  peek(id: string): Value | undefined {
    return this.entries.peek(id);
  }

  set(id: string, value: Value): void {
    if (this.wanted > this.entries.max) this.grow();
    // What was used lately is not looked for: a cache of no use has little of it.
    else if (this.wanted < this.entries.max) this.entries = this.sized(this.wanted);
    this.entries.set(id, value);
  }

  delete(id: string): void {
    this.entries.delete(id);
  }

  clear(): void {
    this.entries.clear();
  }

  private count(id: string): void {
    this.asked++;
    if (this.sample.get(id)) this.found++;
    else this.sample.set(id, true);
    if (this.asked < LOOK_UPS) return;
    const share = this.found / this.asked;
    if (share < WORTH.not) this.wanted = Math.ceil(this.max / SMALL_PART);
    else if (share >= WORTH.again) this.wanted = this.max;
    [this.asked, this.found] = [0, 0];
  }

  private grow(): void {
    const entries = this.sized(this.wanted);
    entries.load(this.entries.dump());
    this.entries = entries;
  }

  private sized(max: number): LRUCache<string, Value> {
    const { maxSize } = this.bounds;
    return new LRUCache<string, Value>({ ...this.bounds, max, ...(maxSize && { maxSize: Math.ceil((maxSize * max) / this.max) }) });
  }
}

/** By a hash (FNV-1a), so that the sample is a fair one of any kind of ids. */
function isSampled(id: string): boolean {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) % SAMPLED_ONE_IN === 0;
}
