import { packedText } from '#postgres/packed-text.js';
import { feedChunks, type FeedLine } from '../../src/feed/chunks/feed-chunks.js';
import type { FeedRow } from '../../src/feed/feed-page.js';

/** A log in memory: the workspace of each offset's change in each partition; null: a record that is not in the feed. */
export type Log = (string | null)[][];

function lineAt(partition: number, offset: number): string {
  return JSON.stringify({ externalId: `${partition}@${offset}`, note: 'a,\\n b' });
}

function chunkLines(log: Log): FeedLine[] {
  return log.flatMap((records, partition) =>
    records.flatMap((workspace, offset) =>
      workspace === null
        ? []
        : [
            {
              line: lineAt(partition, offset),
              incoming: { record: { partition, offset, timestamp: 0 }, change: { workspace } },
            },
          ],
    ),
  );
}

/** FEED_PAGE over the log, implemented with arrays; with units of `unit` records each. */
export function readRows(
  log: Log,
  unit: number,
  workspace: string,
  since: readonly number[],
  limit: number,
  until: readonly number[] = log.map(({ length }) => length),
  chunksRead = limit,
): FeedRow[] {
  const chunks = log.flatMap((records, partition) => {
    const units = Array.from({ length: Math.ceil(records.length / unit) }, (_, at) => at);
    return units.flatMap((at) =>
      feedChunks(chunkLines(log.map((r, p) => (p === partition ? r.map((w, o) => (Math.floor(o / unit) === at ? w : null)) : [])))),
    );
  });
  const rows: FeedRow[] = [];
  const waiting: (FeedRow & { before: number })[] = [];
  log.forEach((records, partition) => {
    let before = 0;
    const next_offset = Math.min(records.length, until[partition]!);
    const here = chunks
      .filter(
        (c) =>
          c.partition === partition && c.workspace === workspace && c.lastOffset >= since[partition]! && c.firstOffset < until[partition]!,
      )
      .slice(0, chunksRead);
    for (const c of here) {
      waiting.push({
        partition,
        next_offset,
        floor: 0,
        lost: false,
        first_offset: c.firstOffset,
        last_offset: c.lastOffset,
        count: c.count,
        chunks_here: here.length,
        before_all: 0,
        body: packedText(c.changes),
        offsets: c.offsets,
        before,
      });
      before += c.count;
    }
    if (here.length === 0)
      rows.push({
        partition,
        next_offset,
        floor: 0,
        lost: false,
        first_offset: null,
        last_offset: null,
        count: null,
        chunks_here: null,
        before_all: null,
        body: null,
        offsets: null,
      });
  });
  waiting.sort((a, b) => a.before - b.before || a.partition - b.partition);
  let all = 0;
  const ordered = waiting.flatMap(({ before, ...row }) => {
    const placed = { ...row, before_all: all };
    all += row.count!;
    if (placed.before_all < limit) return [placed];
    return before === 0 ? [{ ...placed, body: null, offsets: null }] : [];
  });
  return [...ordered, ...rows];
}
