import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LogCheck, type LogVerdict } from '#kafka/consuming/log-check.js';
import type { LogMark, ReadingPlace } from '#kafka/consuming/log-places.js';

const SAME = { kind: 'same' };
const to = (offset: number, record: number | null): LogVerdict => ({ kind: 'other', to: { offset, record } });
const place = (next: number, record: number | null, marks: LogMark[] = [], shift = 0): ReadingPlace => ({ next, shift, record, marks });

/** Records of a log by offset, from `low`; the record itself is its mark. */
function check(where: ReadingPlace, log: readonly number[], low = 0, compacted: readonly number[] = []): LogVerdict {
  const checked = new LogCheck(where, { low, high: low + log.length });
  for (let looks = 0; !checked.verdict; looks++) {
    if (looks > 100) throw new Error('The search does not end.');
    const offset = checked.looksAt;
    expect(offset).toBeGreaterThanOrEqual(low);
    expect(offset).toBeLessThan(low + log.length);
    checked.found(compacted.includes(offset) ? undefined : log[offset - low], compacted.length > 0);
  }
  return checked.verdict;
}

describe('the log of a partition, compared with the records read', () => {
  it.each([
    ['is the same while the record before the next one is', place(3, 12), [10, 11, 12], 0, SAME],
    ['is the same when it has grown', place(3, 12), [10, 11, 12, 13], 0, SAME],
    ['may have lost its beginning to the retention', place(3, 12), [], 5, SAME],
    ['is not known to be another one where nothing was read yet', place(0, null), [1, 2], 0, SAME],
    [
      'is another one when it is shorter: the newest mark that it still has counts',
      place(4, 13, [
        { offset: 3, record: 12 },
        { offset: 2, record: 11 },
      ]),
      [10, 11],
      0,
      to(2, 11),
    ],
    [
      'is another one when other records have the offsets',
      place(3, 12, [
        { offset: 2, record: 11 },
        { offset: 1, record: 10 },
      ]),
      [10, 21, 22, 23],
      0,
      to(1, 10),
    ],
    ['is read from its beginning where no mark is left in it', place(3, 12, [{ offset: 1, record: 10 }]), [30, 31, 32], 0, to(0, null)],
    ['is read from where it begins now', place(9, 12, [{ offset: 4, record: 10 }]), [30, 31, 32, 33, 34], 5, to(5, null)],
    ['is read from its end where a former version left no mark and it is shorter', place(9, null), [1, 2, 3], 0, to(3, null)],
    ['is compared at its own offsets where stored ones are larger', place(103, 12, [], 100), [10, 11, 12], 0, SAME],
  ] as const)('%s', (_text, where, log, low, verdict) => {
    expect(check(where, log, low)).toEqual(verdict);
  });

  it('is not contradicted by a record that compaction has removed', () => {
    expect(check(place(3, 12), [10, 11, 12, 13], 0, [2])).toEqual(SAME);
  });

  it('continues from the newest mark before the first difference, whatever was lost', () => {
    const logs = fc.record({
      read: fc.array(fc.nat(3), { minLength: 1, maxLength: 30 }),
      kept: fc.nat(30),
      after: fc.array(fc.integer({ min: 100, max: 130 }), { maxLength: 30 }),
      marked: fc.array(fc.nat(30)),
    });
    fc.assert(
      fc.property(logs, ({ read, kept, after, marked }) => {
        const common = Math.min(kept, read.length);
        const numbered = read.map((value, offset) => offset * 10 + value);
        const log = [...numbered.slice(0, common), ...(common < read.length ? after.map((value, n) => value * 1000 + n) : [])];
        const offsets = [...new Set(marked)].filter((offset) => offset > 0 && offset < read.length).sort((a, b) => b - a);
        const markAt = (offset: number): LogMark => ({ offset, record: numbered[offset - 1]! });
        const verdict = check(place(read.length, numbered.at(-1)!, offsets.map(markAt)), log);
        const newest = offsets.find((offset) => offset <= common);
        expect(verdict).toEqual(common === read.length ? SAME : newest === undefined ? to(0, null) : { kind: 'other', to: markAt(newest) });
      }),
    );
  });
});
