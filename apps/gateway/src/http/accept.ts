import { weightedEntries, type WeightedEntry } from '#service/weighted-entries.js';

/**
 * Whether one of the media types satisfies the header Accept (RFC 9110, 12.5.1). A more specific range wins over a
 * wildcard, `q=0` refuses. No header, or nothing readable in it, accepts everything.
 */
export function accepts(header: string | undefined, types: readonly string[]): boolean {
  if (header === undefined || header.trim() === '' || header === '*/*' || types.includes(header) || types.includes('*/*')) return true;
  const ranges = weightedEntries(header, 50)
    .map(readRange)
    .filter((range) => range !== undefined);
  return ranges.length === 0 || types.some((type) => quality(type, ranges) > 0);
}

interface Range {
  type: string;
  subtype: string;
  q: number;
}

function readRange({ name, q: weight = '1' }: WeightedEntry): Range | undefined {
  const [type, subtype, rest] = name.split('/');
  if (type === undefined || subtype === undefined || rest !== undefined || type === '' || subtype === '') return undefined;
  const q = Number(weight);
  return { type, subtype, q: Number.isFinite(q) ? q : 1 };
}

function quality(mediaType: string, ranges: readonly Range[]): number {
  const [type, subtype] = mediaType.split('/');
  let best = { rank: 0, q: 0 };
  for (const range of ranges) {
    const rank = range.type === '*' ? 1 : range.type !== type ? 0 : range.subtype === '*' ? 2 : range.subtype === subtype ? 3 : 0;
    if (rank > best.rank || (rank === best.rank && range.q > best.q)) best = { rank, q: range.q };
  }
  return best.rank === 0 ? 0 : best.q;
}
