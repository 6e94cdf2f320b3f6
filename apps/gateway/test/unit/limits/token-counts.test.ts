import { describe, expect, it } from 'vitest';
import { MAX_TOKEN_COUNTS } from '#contracts/directory/quota-report.js';
import { TokenCounts } from '../../../src/limits/token-counts.js';

const MONTH = '2026-11';
const reported = (counts: TokenCounts, now: number, ends = false) =>
  counts.report(now, ends).map(({ workspace, subject, calls, elements, refused }) => [workspace, subject, calls, elements, refused]);

describe('counts by token', () => {
  it('are totals, reported when they change, at most every 5 s for each token, and always at the end', () => {
    const counts = new TokenCounts();
    counts.of('w', MONTH, 'a')!.add(1, 10, 0);
    counts.of('w', MONTH, 'b')!.add(0, 0, 1);
    expect(reported(counts, 0)).toEqual([
      ['w', 'a', 1, 10, 0],
      ['w', 'b', 0, 0, 1],
    ]);
    counts.reportAccepted();
    counts.of('w', MONTH, 'a')!.add(1, 5, 0);
    expect([reported(counts, 1000), reported(counts, 5000)]).toEqual([[], [['w', 'a', 2, 15, 0]]]);
    counts.reportAccepted();
    counts.of('w', MONTH, 'a')!.add(-1, 0, 1);
    expect([reported(counts, 6000, true), counts.hasUnreported]).toEqual([[['w', 'a', 1, 15, 1]], false]);
  });

  it('are reported again after a report without an answer', () => {
    const counts = new TokenCounts();
    counts.of('w', MONTH, 'a')!.add(1, 0, 0);
    counts.report(0, false);
    expect(reported(counts, 5000)).toEqual([['w', 'a', 1, 0, 0]]);
    counts.reportAccepted();
    expect(reported(counts, 10_000)).toEqual([]);
  });

  it('of many tokens take turns, across workspaces', () => {
    const counts = new TokenCounts();
    for (let index = 0; index < MAX_TOKEN_COUNTS; index += 1) counts.of('busy', MONTH, `t${index}`)!.add(1, 0, 0);
    counts.of('quiet', MONTH, 'a')!.add(1, 0, 0);
    expect(reported(counts, 0)).toHaveLength(MAX_TOKEN_COUNTS);
    counts.reportAccepted();
    for (let index = 0; index < MAX_TOKEN_COUNTS; index += 1) counts.of('busy', MONTH, `t${index}`)!.add(1, 0, 0);
    expect(reported(counts, 5000)[0]).toEqual(['quiet', 'a', 1, 0, 0]);
  });

  it('start a new life without the totals that the directory has confirmed', () => {
    const counts = new TokenCounts();
    const count = counts.of('w', MONTH, 'a')!;
    count.add(3, 30, 1);
    counts.report(0, false);
    counts.reportAccepted();
    count.add(2, 20, 0);
    counts.report(5000, false);
    counts.beginNewLife();
    expect(reported(counts, 5000)).toEqual([['w', 'a', 2, 20, 0]]);
  });

  it('are kept for a limited number of tokens a month; the others are marked as not counted', () => {
    let notCounted = 0;
    const counts = new TokenCounts(() => (notCounted += 1));
    for (let index = 0; index < 10_000; index += 1) counts.of('w', MONTH, `t${index}`);
    expect([
      counts.of('w', MONTH, 'one more'),
      notCounted,
      counts.of('w', MONTH, 't0') === undefined,
      counts.of('w', '2026-12', 'one more') === undefined,
    ]).toEqual([undefined, 1, false, false]);
  });
});
