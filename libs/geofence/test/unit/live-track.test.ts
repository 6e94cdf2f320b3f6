import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AreaShape } from '#geofence/area-shape.js';
import { type JudgingArea, newTrack, reconcileTrack, takeReport, type Track, trackDue, type TrackNews } from '#geofence/live-track.js';
import { type TimedReport } from '#geofence/visits.js';
import { accurate, areasOf, at, EDGE, folded, IN, OUT, seconds, validEvents, WIDE, yard } from './live-track-kit.js';

describe('a track', () => {
  it('reports the same as the sorted history, whatever the order of arrival and the times of clock reads', () => {
    let takenBack = 0;
    fc.assert(
      fc.property(seconds, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), (some, looks) => {
        const track = newTrack();
        const news: TrackNews[] = [];
        const reports = some.map(([second, lon], index) => accurate(at(second, lon, index + 1)));
        let now = 0;
        for (const [index, report] of reports.entries()) {
          now = Math.max(now, report.at) + (looks[index] ? 15_000 : 0);
          news.push(...takeReport(track, report, areasOf(yard), now, WIDE)!.news);
          if (looks[index]) news.push(...reconcileTrack(track, areasOf(yard), now));
        }
        news.push(...reconcileTrack(track, areasOf(yard), 1_000_000));
        takenBack += news.filter(({ takesBack }) => takesBack).length;
        expect(validEvents(news)).toEqual(folded(reports, 1_000_000));
      }),
      { numRuns: 1000 },
    );
    expect(takenBack, 'some had to be taken back').toBeGreaterThan(100);
  });

  it('knows one place for each moment, and one visit for each begin, where single reports count at once', () => {
    const prompt: JudgingArea = { ...yard, confirmSeconds: 0 };
    let met = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.constantFrom(IN, OUT)), { minLength: 1, maxLength: 20 }), (some) => {
        const track = newTrack();
        const reports = some.map(([tens, lon], index) => at(tens * 10, lon, index + 1));
        const news = reports.flatMap((report) => takeReport(track, report, areasOf(prompt), 100_000, WIDE)!.news);
        news.push(...reconcileTrack(track, areasOf(prompt), 1_000_000));
        met += reports.length - new Set(reports.map((report) => report.at)).size;
        expect(validEvents(news)).toEqual(folded(reports, 1_000_000, prompt));
        const begins = validEvents(news).filter((line) => line.startsWith('entered'));
        expect(new Set(begins).size).toBe(begins.length);
      }),
      { numRuns: 1000 },
    );
    expect(met, 'reports of a moment of which there was one').toBeGreaterThan(1000);
  });

  it('does not take a report of before for a moment of which a newer one is known', () => {
    const track = newTrack();
    takeReport(track, at(10, OUT, 2), areasOf(yard), 10_000, WIDE);
    expect(takeReport(track, at(10, IN, 1), areasOf(yard), 10_000, WIDE)).toEqual({ news: [], late: false });
    expect(track.reports.map(({ revision }) => revision)).toEqual([2]);
  });

  it('reports the same with a short window, as long as no report is later than it reaches back; later ones change nothing', () => {
    let tooLate = 0;
    fc.assert(
      fc.property(seconds, fc.array(fc.nat(4), { minLength: 30, maxLength: 30 }), (some, delays) => {
        const reports = some
          .map(([second, lon], index) => accurate(at(second, lon, index + 1)))
          .sort((a, b) => a.at - b.at || a.revision - b.revision);
        // Each report arrives late by a bounded number of places.
        const arrival = reports.map((report, index) => ({ report, turn: index + delays[index]! })).sort((a, b) => a.turn - b.turn);
        const track = newTrack();
        const news: TrackNews[] = [];
        const taken: TimedReport[] = [];
        let now = 0;
        for (const { report } of arrival) {
          now = Math.max(now, report.at);
          const result = takeReport(track, report, areasOf(yard), now, { maxReports: 6, maxSeconds: 100_000 });
          if (result === undefined) tooLate++;
          else taken.push(report);
          news.push(...(result?.news ?? []));
          expect(track.reports.length).toBeLessThanOrEqual(6);
          // The track is stored in the database between reports.
          Object.assign(track, JSON.parse(JSON.stringify(track)) as Track);
        }
        news.push(...reconcileTrack(track, areasOf(yard), 1_000_000));
        expect(validEvents(news)).toEqual(folded(taken, 1_000_000));
      }),
      { numRuns: 1000 },
    );
    expect(tooLate).toBeLessThan(5000);
  });

  it('gives the same events and state for a report in order as folding the whole window', () => {
    const other: JudgingArea = {
      ...yard,
      areaId: 'other',
      shape: new AreaShape({ type: 'Circle', center: [0.02, 0], radius: 1500 }),
      dwellSeconds: undefined,
    };
    const steps = fc.array(
      fc.record({
        second: fc.integer({ min: -20, max: 25 }),
        lon: fc.constantFrom(IN, IN, OUT, EDGE, 0.02),
        clock: fc.constantFrom(0, 0, 0, 12, 45, -12),
        look: fc.boolean(),
      }),
      { minLength: 5, maxLength: 60 },
    );
    let inOrderOnes = 0;
    fc.assert(
      fc.property(steps, (some) => {
        const [kept, refolded] = [newTrack(), newTrack()];
        const areas = areasOf(yard, other);
        let second = 0;
        let revision = 0;
        for (const step of some) {
          second = Math.max(0, second + step.second);
          // All at different moments, because two visits that start at the same moment are not distinct.
          const report = accurate(at(second + ++revision / 1000, step.lon, revision));
          const now = (second + step.clock) * 1000;
          // Without a state, the window has to be folded.
          const forget = (): void => refolded.areas.forEach((area) => delete area.state);
          forget();
          const verdict = takeReport(kept, report, areas, now, { maxReports: 6, maxSeconds: 120 });
          expect(verdict).toEqual(takeReport(refolded, report, areas, now, { maxReports: 6, maxSeconds: 120 }));
          if (verdict && !verdict.late) inOrderOnes++;
          forget();
          const later = now + (step.look ? 20_000 : 0);
          expect(reconcileTrack(kept, areas, later)).toEqual(reconcileTrack(refolded, areas, later));
          expect(kept).toEqual(refolded);
          forget();
          expect(trackDue(kept, now)).toBe(trackDue(refolded, now));
        }
      }),
      { numRuns: 1000 },
    );
    expect(inOrderOnes, 'most came in order').toBeGreaterThan(5000);
  });

  it('forgets an area that it is no longer in or near', () => {
    const plain = { ...yard, absentSeconds: undefined };
    const track = newTrack();
    for (const [second, lon] of [
      [0, IN],
      [5, IN],
      [10, OUT],
      [15, OUT],
      [20, OUT],
      [25, OUT],
      [30, OUT],
      [35, OUT],
    ] as const)
      takeReport(track, at(second, lon, second + 1), areasOf(plain), second * 1000, { maxReports: 4, maxSeconds: 1000 });
    expect(track.areas).toEqual([]);
  });

  it('returns when an event is due only by time', () => {
    const track = newTrack();
    takeReport(track, at(0, IN, 1), areasOf(yard), 0, WIDE);
    expect(trackDue(track, 0)).toBe(10_000);
    reconcileTrack(track, areasOf(yard), 10_000);
    expect(trackDue(track, 10_000)).toBe(40_000);
    expect(trackDue(track, 40_000)).toBe(60_000);
    expect(trackDue(track, 60_000)).toBeUndefined();
  });

  it('marks a report that came late', () => {
    const track = newTrack();
    expect(takeReport(track, at(10, OUT, 1), areasOf(yard), 10_000, WIDE)!.late).toBe(false);
    expect(takeReport(track, at(5, IN, 2), areasOf(yard), 10_000, WIDE)!.late).toBe(true);
  });
});
