import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AreaShape } from '#geofence/area-shape.js';
import {
  changeArea,
  type JudgingArea,
  newTrack,
  reconcileTrack,
  takeReport,
  type Track,
  trackDue,
  type TrackNews,
} from '#geofence/live-track.js';
import { type TimedReport } from '#geofence/visits.js';
import { accurate, areasOf, at, folded, IN, OUT, seconds, validEvents, WIDE, yard } from './live-track-kit.js';

describe('a change of an area', () => {
  const moved: JudgingArea = {
    ...yard,
    outlineRevision: 2,
    outlineSince: 30_000,
    changed: true,
    shape: new AreaShape({ type: 'Circle', center: [1, 0], radius: 1000 }),
  };
  const larger: JudgingArea = {
    ...yard,
    outlineRevision: 2,
    outlineSince: 30_000,
    changed: true,
    shape: new AreaShape({ type: 'Circle', center: [0, 0], radius: 2000 }),
  };
  const inside = (): Track => {
    const track = newTrack();
    for (const second of [0, 5, 20]) takeReport(track, at(second, IN, second + 1), areasOf(yard), second * 1000, WIDE);
    return track;
  };
  const linesOf = (news: readonly TrackNews[]): string[] =>
    news.map(
      ({ event: { kind, at: time }, areaRevision, reason }) => `${kind} ${time / 1000} r${areaRevision}${reason ? ` ${reason}` : ''}`,
    );

  it('reports the objects already in a new area, and since when', () => {
    const track = newTrack();
    for (const second of [0, 5, 20]) takeReport(track, at(second, IN, second + 1), areasOf(), second * 1000, WIDE);
    expect(linesOf(changeArea(track, 'yard', yard, 30_000))).toEqual(['entered 0 r1']);
    expect(linesOf(takeReport(track, at(31, OUT, 40), areasOf(yard), 31_000, WIDE)!.news)).toEqual([]);
    expect(linesOf(takeReport(track, at(32, OUT, 41), areasOf(yard), 32_000, WIDE)!.news)).toEqual(['left 31 r1']);
  });

  it('ends the visits of the old outline, and begins visits of objects inside the new one', () => {
    expect(linesOf(changeArea(inside(), 'yard', moved, 30_000))).toEqual(['left 30 r1 area-changed']);
    const track = inside();
    expect(linesOf(changeArea(track, 'yard', larger, 30_000))).toEqual(['left 30 r1 area-changed', 'entered 30 r2']);
    // Earlier reports do not apply to the new outline.
    expect(linesOf(takeReport(track, at(25, OUT, 50), areasOf(larger), 31_000, WIDE)!.news)).toEqual([]);
    expect(linesOf(takeReport(track, at(33, OUT, 51), areasOf(larger), 33_000, WIDE)!.news)).toEqual([]);
    expect(linesOf(takeReport(track, at(34, OUT, 52), areasOf(larger), 34_000, WIDE)!.news)).toEqual(['left 33 r2']);
  });

  it('distinguishes visits that begin at the same report, from a clock that runs ahead', () => {
    const again: JudgingArea = { ...larger, outlineRevision: 3, outlineSince: 31_000 };
    const track = inside();
    takeReport(track, at(90, IN, 60), areasOf(yard), 21_000, WIDE);
    expect(linesOf(changeArea(track, 'yard', larger, 30_000))).toEqual(['left 30 r1 area-changed', 'entered 90 r2']);
    expect(linesOf(changeArea(track, 'yard', again, 31_000))).toEqual(['left 90 r2 area-changed', 'entered 90.001 r3']);
  });

  it('reports the begin of a visit before the end that the change causes', () => {
    const track = newTrack();
    takeReport(track, at(0, IN, 1), areasOf(yard), 0, WIDE);
    expect(linesOf(changeArea(track, 'yard', moved, 40_000))).toEqual(['entered 0 r1', 'left 30 r1 area-changed']);
  });

  it('reports no visit that was over before a new area was made, whatever becomes due for it', () => {
    const track = newTrack();
    for (const [second, lon] of [
      [0, IN],
      [5, IN],
      [6, OUT],
      [7, OUT],
    ] as const)
      takeReport(track, at(second, lon, second + 1), areasOf(), second * 1000, WIDE);
    const made = { ...yard, outlineSince: 8000 };
    expect(linesOf(changeArea(track, 'yard', made, 8000))).toEqual([]);
    expect(linesOf(reconcileTrack(track, areasOf(made), 200_000))).toEqual([]);
    // The first report after the change may arrive before the object's track knows of the change.
    const { news } = takeReport(track, at(9, IN, 10), areasOf(made), 9000, WIDE)!;
    expect(linesOf([...news, ...reconcileTrack(track, areasOf(made), 20_000)])).toEqual(['entered 9 r1']);
  });

  /** Random reports, some of them late, with the creation of the area at a random place between them. */
  const madeAmong = (
    some: readonly (readonly [number, number])[],
    place: number,
    window: { maxReports: number; maxSeconds: number },
  ): { news: TrackNews[]; reports: TimedReport[]; made: JudgingArea } => {
    const track = newTrack();
    const news: TrackNews[] = [];
    const reports = some.map(([second, lon], index) => accurate(at(second, lon, index + 1)));
    let now = 0;
    let made: JudgingArea | undefined;
    for (const [index, report] of reports.entries()) {
      now = Math.max(now, report.at);
      if (index === place % reports.length)
        news.push(...changeArea(track, 'yard', (made = { ...yard, outlineSince: now + 500 }), (now += 500)));
      news.push(...(takeReport(track, report, made ? areasOf(made) : areasOf(), now, window)?.news ?? []));
      if (made && index % 3 === 0) news.push(...reconcileTrack(track, areasOf(made), (now += 4000)));
    }
    news.push(...reconcileTrack(track, areasOf(made!), 1_000_000));
    return { news, reports, made: made! };
  };

  it('reports for a new area the visits of the sorted history, without those that ended before it was created', () => {
    let [left, hidden] = [0, 0];
    fc.assert(
      fc.property(seconds, fc.nat(30), (some, place) => {
        const { news, reports, made } = madeAmong(some, place, WIDE);
        const all = folded(reports, 1_000_000).map((text) => text.split(' ')) as [string, string, string][];
        const over = new Set(
          all.filter(([kind, time]) => kind === 'left' && Number(time) <= made.outlineSince).map(([, , begun]) => begun),
        );
        hidden += over.size;
        left += all.length;
        expect(validEvents(news)).toEqual(
          all
            .filter(([, , begun]) => !over.has(begun))
            .map((each) => each.join(' '))
            .sort(),
        );
      }),
      { numRuns: 1500 },
    );
    expect(hidden, 'visits that were over').toBeGreaterThan(100);
    expect(left, 'events').toBeGreaterThan(1000);
  });

  /**
   * Visits from reports in any order, found by sorting and counting alone; for areas whose single reports count at once and that have no
   * events by time.
   */
  const visitsByHand = (reports: readonly TimedReport[], madeAt: number): string[] => {
    const sorted = [...new Map(reports.map((report) => [report.at, report])).values()].sort((one, other) => one.at - other.at);
    const visits: { begin: number; end?: number }[] = [];
    for (const [index, { at: time, lon }] of sorted.entries()) {
      const wasInside = sorted[index - 1]?.lon === IN;
      if (lon === IN && !wasInside) visits.push({ begin: time });
      if (lon !== IN && wasInside) visits.at(-1)!.end = time;
    }
    return visits
      .filter(({ end = Infinity }) => end > madeAt)
      .flatMap(({ begin, end }) => [`entered ${begin} ${begin}`, ...(end === undefined ? [] : [`left ${end} ${begin}`])])
      .sort();
  };
  const plain: JudgingArea = { ...yard, confirmSeconds: 0, dwellSeconds: undefined, absentSeconds: undefined };
  /** Processes reports with these pauses in milliseconds, checks the clock between them, and stores the track in a row each time. */
  const takenAfterwards = (
    made: JudgingArea,
    reports: readonly TimedReport[],
    pauses: (index: number) => number,
    window = WIDE,
  ): { news: TrackNews[]; taken: TimedReport[] } => {
    const track = newTrack();
    const [news, taken]: [TrackNews[], TimedReport[]] = [[], []];
    let now = made.outlineSince;
    for (const [index, report] of reports.entries()) {
      now += pauses(index);
      const due = trackDue(track, now);
      if (due !== undefined && due <= now) news.push(...reconcileTrack(track, areasOf(made), now));
      const result = takeReport(track, report, areasOf(made), now, window);
      if (result) taken.push(report);
      news.push(...(result?.news ?? []));
      for (const area of track.areas) delete area.state;
      Object.assign(track, JSON.parse(JSON.stringify(track)) as Track);
    }
    for (let due = trackDue(track, now); due !== undefined && due < now + 10_000_000; due = trackDue(track, (now = due + 1)))
      news.push(...reconcileTrack(track, areasOf(made), due));
    return { news, taken };
  };
  const gaps = fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.constantFrom(IN, IN, OUT)), { minLength: 1, maxLength: 50 });
  const inARow = (some: readonly (readonly [number, number])[], from = 0): TimedReport[] => {
    let second = from;
    return some.map(([gap, lon], index) => at((second += gap), lon, index + 1));
  };

  it('reports the visits that outlasted its making, whenever reports from before it come and in whatever order', () => {
    let [kept, hidden] = [0, 0];
    fc.assert(
      fc.property(
        gaps,
        fc.array(fc.nat(4), { minLength: 50, maxLength: 50 }),
        fc.array(fc.constantFrom(0, 10, 4000, 6000, 70_000), { minLength: 50, maxLength: 50 }),
        fc.integer({ min: 0, max: 500 }),
        // With a window of two, a visit is sometimes lost when a clock runs ahead; LATE_REPORTS is at least three.
        fc.constantFrom(3, 6, 12, 1000),
        (some, delays, pauses, second, maxReports) => {
          const made = { ...plain, outlineSince: second * 1000 };
          const arrival = inARow(some)
            .map((report, index) => ({ report, turn: index + delays[index]! }))
            .sort((one, other) => one.turn - other.turn);
          const { news, taken } = takenAfterwards(
            made,
            arrival.map(({ report }) => report),
            (index) => pauses[index]!,
            { maxReports, maxSeconds: 100_000 },
          );
          const expected = visitsByHand(taken, made.outlineSince);
          expect(validEvents(news)).toEqual(expected);
          kept += expected.length;
          hidden += visitsByHand(taken, -1).length - expected.length;
        },
      ),
      { numRuns: 3000 },
    );
    expect(Math.min(kept, hidden), 'of each some').toBeGreaterThan(1000);
  });

  it('reports the same with times that fall due when reports come in order', () => {
    fc.assert(
      fc.property(
        gaps,
        fc.array(fc.constantFrom(0, 10, 6000, 70_000), { minLength: 50, maxLength: 50 }),
        fc.integer({ min: 0, max: 500 }),
        fc.constantFrom(2, 6, 1000),
        (some, pauses, second, maxReports) => {
          const made = { ...yard, outlineSince: second * 1000 };
          const reports = inARow(some);
          const all = folded(reports, 100_000_000).map((text) => text.split(' ')) as [string, string, string][];
          const over = new Set(
            all.filter(([kind, time]) => kind === 'left' && Number(time) <= made.outlineSince).map(([, , begun]) => begun),
          );
          const { news } = takenAfterwards(made, reports, (index) => pauses[index]!, { maxReports, maxSeconds: 100_000 });
          expect(validEvents(news)).toEqual(
            all
              .filter(([, , begun]) => !over.has(begun))
              .map((each) => each.join(' '))
              .sort(),
          );
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('reports nothing, and takes nothing back, of visits from before it that arrive in one go, however long they are', () => {
    fc.assert(
      fc.property(gaps, fc.integer({ min: 0, max: 100 }), fc.constantFrom(2, 12), (some, pause, maxReports) => {
        const reports = [...inARow(some), at(2000, OUT, 98), at(2010, OUT, 99)];
        const made = { ...yard, outlineSince: 3_000_000 };
        expect(takenAfterwards(made, reports, () => pause, { maxReports, maxSeconds: 3600 }).news).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('reports a current visit that only such reports show once none has come for five seconds, and at most a minute later', () => {
    const made = { ...plain, outlineSince: 1_000_000 };
    const track = newTrack();
    takeReport(track, at(10, IN, 1), areasOf(made), 2_000_000, WIDE);
    takeReport(track, at(20, IN, 2), areasOf(made), 2_003_000, WIDE);
    expect(trackDue(track, 2_003_000)).toBe(2_008_000);
    expect(reconcileTrack(track, areasOf(made), 2_007_999)).toEqual([]);
    expect(linesOf(reconcileTrack(track, areasOf(made), 2_008_000))).toEqual(['entered 10 r1']);
    // A device whose clock is behind reports continuously.
    const behind = newTrack();
    let now = 2_000_000;
    const news: TrackNews[] = [];
    for (let second = 0; news.length === 0; second++, now += 1000)
      news.push(...takeReport(behind, at(second, IN, second + 1), areasOf(made), now, WIDE)!.news);
    expect([linesOf(news), now - 1000]).toEqual([['entered 0 r1'], 2_060_000]);
  });

  it('reports a visit at once by reports that were known when it was made, unless the last one is a first from outside', () => {
    const made = { ...yard, outlineSince: 30_000 };
    const track = inside();
    const judged = (last?: TimedReport): TrackNews[] => {
      const known = newTrack();
      for (const report of [...track.reports, ...(last ? [last] : [])]) takeReport(known, report, areasOf(), 29_000, WIDE);
      return [...changeArea(known, 'yard', made, 30_000), ...reconcileTrack(known, areasOf(made), 39_000)];
    };
    expect(linesOf(judged())).toEqual(['entered 0 r1']);
    expect(linesOf(judged(at(29, OUT, 60)))).toEqual([]);
  });

  it('reports no end of a visit whose begin it has not reported, however short the window is', () => {
    fc.assert(
      fc.property(seconds, fc.nat(30), fc.integer({ min: 1, max: 6 }), (some, place, maxReports) => {
        const remaining = validEvents(madeAmong(some, place, { maxReports, maxSeconds: 100 }).news).map((text) => text.split(' '));
        const begun = new Set(remaining.filter(([kind]) => kind === 'entered').map(([, , visit]) => visit));
        for (const [kind, time, visit] of remaining) expect(begun.has(visit), `${kind} ${time} of ${visit}`).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('does not judge earlier reports by a new outline', () => {
    const track = newTrack();
    for (const second of [0, 5]) takeReport(track, at(second, 0.012, second + 1), areasOf(yard), second * 1000, WIDE);
    expect(linesOf(takeReport(track, at(31, 0.012, 40), areasOf(larger), 31_000, WIDE)!.news)).toEqual([]);
    expect(linesOf(reconcileTrack(track, areasOf(larger), 50_000))).toEqual(['entered 31 r2']);
  });

  it('judges reports of a slow clock by the new outline, once their times are after it', () => {
    const track = newTrack();
    for (const second of [0, 5]) takeReport(track, at(second, 0.012, second + 1), areasOf(yard), second * 1000, WIDE);
    for (const second of [7, 8])
      takeReport(track, at(second, 0.012, second + 20), areasOf({ ...larger, outlineSince: 500_000 }), 501_000, WIDE);
    expect(linesOf(changeArea(track, 'yard', undefined, 502_000))).toEqual(['left 502 r2 area-deleted']);
  });

  it('ends the visits of one that is gone', () => {
    const track = inside();
    expect(linesOf(changeArea(track, 'yard', undefined, 30_000))).toEqual(['left 30 r1 area-deleted']);
    expect(track.areas).toEqual([]);
  });

  it('is done once', () => {
    const track = inside();
    changeArea(track, 'yard', larger, 30_000);
    expect(changeArea(track, 'yard', larger, 30_000)).toEqual([]);
  });
});
