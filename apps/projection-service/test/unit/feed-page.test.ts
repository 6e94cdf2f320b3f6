import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPage, type FeedRow } from '../../src/feed/feed-page.js';
import { feedChunks, LINE_SEPARATOR, type ChunkLine } from '../../src/projecting/feed-chunks.js';

/** A log in memory: for each partition whose change each offset is; null: a record that is not in the feed. */
type Log = (string | null)[][];

function lineAt(partition: number, offset: number): string {
  return JSON.stringify({ externalId: `${partition}@${offset}`, note: 'a,\\n b' });
}

function chunkLines(log: Log): ChunkLine[] {
  return log.flatMap((records, partition) =>
    records.flatMap((workspace, offset) =>
      workspace === null ? [] : [{ line: lineAt(partition, offset), incoming: { record: { partition, offset, timestamp: 0 }, change: { workspace } } as ChunkLine['incoming'] }],
    ),
  );
}

/** FEED_PAGE over the log, in words of arrays; units of `unit` records each. */
function readRows(log: Log, unit: number, workspace: string, since: readonly number[], limit: number): FeedRow[] {
  const chunks = log.flatMap((records, partition) => {
    const units = Array.from({ length: Math.ceil(records.length / unit) }, (_, at) => at);
    return units.flatMap((at) => feedChunks(chunkLines(log.map((r, p) => (p === partition ? r.map((w, o) => (Math.floor(o / unit) === at ? w : null)) : [])))));
  });
  const rows: FeedRow[] = [];
  const waiting: (FeedRow & { before: number })[] = [];
  log.forEach((records, partition) => {
    let before = 0;
    const here = chunks.filter((c) => c.partition === partition && c.workspace === workspace && c.lastOffset >= since[partition]!).slice(0, limit);
    for (const c of here) {
      waiting.push({ partition, next_offset: records.length, floor: 0, first_offset: c.firstOffset, last_offset: c.lastOffset, count: c.count, chunks_here: here.length, before_all: 0, changes: c.changes, offsets: c.offsets, before });
      before += c.count;
    }
    if (here.length === 0) rows.push({ partition, next_offset: records.length, floor: 0, first_offset: null, last_offset: null, count: null, chunks_here: null, before_all: null, changes: null, offsets: null });
  });
  waiting.sort((a, b) => a.before - b.before || a.partition - b.partition);
  let all = 0;
  const ordered = waiting.flatMap(({ before, ...row }) => {
    const placed = { ...row, before_all: all };
    all += row.count!;
    if (placed.before_all < limit) return [placed];
    return before === 0 ? [{ ...placed, changes: null, offsets: null }] : [];
  });
  return [...ordered, ...rows];
}

const log = fc.array(fc.array(fc.constantFrom('a', 'b', null), { maxLength: 40 }), { minLength: 1, maxLength: 4 });

describe('pages of the feed', () => {
  it('serve each change of the workspace once, in the order of its partition, whatever the units and limits', () => {
    fc.assert(
      fc.property(log, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 15 }), (records, unit, limit) => {
        const served: string[][] = records.map(() => []);
        let since: readonly number[] = records.map(() => 0);
        for (let pages = 0; ; pages++) {
          if (pages > 500) throw new Error('The feed does not end.');
          const page = buildPage(readRows(records, unit, 'a', since, limit), since, limit);
          if (page.count > limit) throw new Error('A page is larger than its limit.');
          const changes = JSON.parse(`[${page.pieces.join(LINE_SEPARATOR)}]`) as { externalId: string }[];
          if (changes.length !== page.count) throw new Error('The count is wrong.');
          for (const { externalId } of changes) served[Number(externalId.split('@')[0])]!.push(externalId);
          if (page.offsets.some((offset, partition) => offset < since[partition]!)) throw new Error('A cursor went back.');
          since = page.offsets;
          if (!page.more) break;
          if (page.count === 0) throw new Error('An empty page says that there is more.');
        }
        expect(served).toEqual(records.map((r, partition) => r.flatMap((w, offset) => (w === 'a' ? [`${partition}@${offset}`] : []))));
        expect(since).toEqual(records.map((r) => r.length));
      }),
      { numRuns: 2000 },
    );
  });
});
