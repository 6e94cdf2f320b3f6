import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINE_SEPARATOR } from '../../src/feed/chunks/feed-chunks.js';
import { buildPage } from '../../src/feed/feed-page.js';
import { readRows } from './feed-log.js';

const log = fc.array(fc.array(fc.constantFrom('a', 'b', null), { maxLength: 40 }), { minLength: 1, maxLength: 4 });

describe('pages of the feed', () => {
  it('serve each change of the workspace once, in the order of its partition, whatever the units and limits', () => {
    fc.assert(
      fc.property(
        log,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 15 }),
        fc.integer({ min: 1, max: 15 }),
        (records, unit, limit, least) => {
          const chunks = Math.min(limit, least);
          const served: string[][] = records.map(() => []);
          let since: readonly number[] = records.map(() => 0);
          for (let pages = 0; ; pages++) {
            if (pages > 500) throw new Error('The feed does not end.');
            const page = buildPage(readRows(records, unit, 'a', since, limit, undefined, chunks), since, limit, chunks);
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
        },
      ),
      { numRuns: 2000 },
    );
  });
});
