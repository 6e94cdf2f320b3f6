const SEED = 0x9747b28c;
const M = 0x5bd1e995;
const TO_POSITIVE = 0x7fffffff;

/** Kafka's murmur2 hash of a key's bytes, as a signed 32-bit number like Java's `Utils.murmur2`. */
export function murmur2(data: Uint8Array): number {
  const length = data.length;
  const tail = length & ~3;
  let h = SEED ^ length;
  for (let i = 0; i < tail; i += 4) {
    let k = data[i]! | (data[i + 1]! << 8) | (data[i + 2]! << 16) | (data[i + 3]! << 24);
    k = Math.imul(k, M);
    k ^= k >>> 24;
    h = Math.imul(h, M) ^ Math.imul(k, M);
  }
  return finish(h, data, tail, length);
}

function finish(hash: number, data: Uint8Array, tail: number, length: number): number {
  let h = hash;
  const rest = length - tail;
  if (rest === 3) h ^= data[tail + 2]! << 16;
  if (rest >= 2) h ^= data[tail + 1]! << 8;
  if (rest >= 1) h = Math.imul(h ^ data[tail]!, M);
  h = Math.imul(h ^ (h >>> 13), M);
  return h ^ (h >>> 15);
}

/** Large enough for ids of 256 characters; longer keys get a separate buffer. */
const scratch = Buffer.allocUnsafe(1024);

/**
 * The partition of an external id, by Kafka's default partitioner, so that other producers of the public topics use the same one (design,
 * section 4). Lone surrogates hash as U+FFFD, their encoding in UTF-8.
 * @param count number of partitions, at least 1
 */
export function partitionOf(externalId: string, count: number): number {
  const needed = externalId.length * 3;
  const bytes = needed <= scratch.length ? scratch.subarray(0, scratch.write(externalId, 0, 'utf8')) : Buffer.from(externalId, 'utf8');
  return (murmur2(bytes) & TO_POSITIVE) % count;
}
