import { weightedEntries } from '#service/weighted-entries.js';

/** How an answer may be packed; `identity`: not at all. */
export type ContentCoding = 'br' | 'gzip' | 'identity';

/** The smallest first. */
const ORDER: readonly ContentCoding[] = ['br', 'gzip', 'identity'];
const MAX_ENTRIES = 20;
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * Which coding the header Accept-Encoding wants most (RFC 9110, 12.5.3), of those that there are; of equal ones the smallest.
 * Undefined: it refuses all of them. Without the header nothing is packed: who does not ask may not be able to unpack.
 */
export function codingFor(header: string | undefined, available: readonly ContentCoding[]): ContentCoding | undefined {
  const weights = header === undefined ? new Map<string, number>() : weightsIn(header);
  let best: { coding: ContentCoding; weight: number } | undefined;
  for (const coding of ORDER) {
    if (!available.includes(coding)) continue;
    const weight = weightOf(coding, weights);
    if (weight > 0 && (best === undefined || weight > best.weight)) best = { coding, weight };
  }
  return best?.coding;
}

/** Below every weight that a header can give: identity is good unless it is refused, and not better than what is asked for. */
const UNASKED = 0.0001;

function weightOf(coding: ContentCoding, weights: ReadonlyMap<string, number>): number {
  const said = weights.get(coding) ?? weights.get('*');
  if (coding === 'identity') return weights.get('identity') ?? (weights.get('*') === 0 ? 0 : UNASKED);
  return said ?? 0;
}

function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { name, q = '1' } of weightedEntries(header, MAX_ENTRIES)) {
    const weight = WEIGHT.test(q) ? Number(q) : 0;
    // Of a name that is there twice the first counts; x-gzip is its old name (RFC 9110, 8.4.1.3).
    const coding = name === 'x-gzip' ? 'gzip' : name;
    if (coding !== '' && !weights.has(coding)) weights.set(coding, weight);
  }
  return weights;
}
