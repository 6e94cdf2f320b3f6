import { weightedEntries } from '#service/weighted-entries.js';

/** Compression of an answer; `identity`: none. */
export type ContentCoding = 'br' | 'gzip' | 'identity';

/** The smallest result first. */
const ORDER: readonly ContentCoding[] = ['br', 'gzip', 'identity'];
const MAX_ENTRIES = 20;
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * The preferred available coding according to Accept-Encoding (RFC 9110, 12.5.3); the smallest of equally preferred ones.
 * Undefined: the header refuses all of them. Without the header nothing is compressed: the client may not be able to decompress.
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

/** Below every weight that a header can have: identity is acceptable unless refused, but codings that the client lists come first. */
const UNASKED = 0.0001;

function weightOf(coding: ContentCoding, weights: ReadonlyMap<string, number>): number {
  const weight = weights.get(coding) ?? weights.get('*');
  if (coding === 'identity') return weights.get('identity') ?? (weights.get('*') === 0 ? 0 : UNASKED);
  return weight ?? 0;
}

function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { name, q = '1' } of weightedEntries(header, MAX_ENTRIES)) {
    const weight = WEIGHT.test(q) ? Number(q) : 0;
    // If a name occurs twice, the first one counts; x-gzip is the old name of gzip (RFC 9110, 8.4.1.3).
    const coding = name === 'x-gzip' ? 'gzip' : name;
    if (coding !== '' && !weights.has(coding)) weights.set(coding, weight);
  }
  return weights;
}
