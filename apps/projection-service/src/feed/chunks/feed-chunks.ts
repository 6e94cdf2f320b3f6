import type { ConsumedRecord } from '#kafka/records/record.js';

/** Changes of one workspace and partition that were committed together, stored in the form in which they are read. */
export interface FeedChunk {
  workspace: string;
  partition: number;
  firstOffset: number;
  lastOffset: number;
  count: number;
  /** Time of the newest record in milliseconds, which decides when the chunk may be dropped. */
  at: number;
  /** Offset − firstOffset of each change, 32 bits little-endian; null if the offsets are consecutive. */
  offsets: Buffer | null;
  /** Lines of JSON, joined by LINE_SEPARATOR. */
  changes: string;
}

/** Serialised JSON contains no raw line feed. With the comma, a chunk is already the content of a JSON array. */
export const LINE_SEPARATOR = ',\n';
/** Limited, since even a small page has to read a whole chunk. */
const MAX_CHUNK_CHANGES = 500;
/** Distances between offsets within a chunk must fit into 32 bits. */
const MAX_DISTANCE = 0xffff_ffff;

/** The properties of a line that a chunk needs: its workspace and its position in the feed. */
export interface FeedLine {
  incoming: { record: Pick<ConsumedRecord, 'partition' | 'offset' | 'timestamp'>; change: { workspace: string } };
  line: string;
}

/** @param lines in log order within each partition */
export function feedChunks(lines: readonly FeedLine[]): FeedChunk[] {
  const chunks: FeedChunk[] = [];
  const open = new Map<string, FeedLine[]>();
  for (const entry of lines) {
    const { record, change } = entry.incoming;
    const key = `${record.partition} ${change.workspace}`;
    const group = open.get(key);
    if (group && group.length < MAX_CHUNK_CHANGES && record.offset - group[0]!.incoming.record.offset <= MAX_DISTANCE) {
      group.push(entry);
      continue;
    }
    if (group) chunks.push(chunkOf(group));
    open.set(key, [entry]);
  }
  for (const group of open.values()) chunks.push(chunkOf(group));
  return chunks;
}

function chunkOf(group: readonly FeedLine[]): FeedChunk {
  const first = group[0]!.incoming;
  const last = group.at(-1)!.incoming;
  const firstOffset = first.record.offset;
  const lastOffset = last.record.offset;
  const contiguous = lastOffset - firstOffset + 1 === group.length;
  let at = 0;
  let changes = '';
  for (const { incoming, line } of group) {
    at = Math.max(at, incoming.record.timestamp);
    changes += changes === '' ? line : LINE_SEPARATOR + line;
  }
  return {
    workspace: first.change.workspace,
    partition: first.record.partition,
    firstOffset,
    lastOffset,
    count: group.length,
    at,
    offsets: contiguous ? null : distances(group, firstOffset),
    changes,
  };
}

function distances(group: readonly FeedLine[], firstOffset: number): Buffer {
  const buffer = Buffer.allocUnsafe(group.length * 4);
  group.forEach(({ incoming }, at) => buffer.writeUInt32LE(incoming.record.offset - firstOffset, at * 4));
  return buffer;
}
