import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AreaShape } from '#geofence/area-shape.js';
import { type Areas, type JudgingArea, newTrack, reconcileTrack, takeReport, type Track } from '#geofence/live-track.js';
import { packTrack, unpackTrack } from '../../src/storage/packed-track.js';

const circle = (areaId: string, lon: number, more: Partial<JudgingArea> = {}): JudgingArea => ({
  areaId,
  outlineRevision: 7,
  outlineSince: 0,
  shape: new AreaShape({ type: 'Circle', center: [lon, 0], radius: 1500 }),
  confirmSeconds: 10,
  ...more,
});
const known = [
  circle('one', 0, { outlineSince: 120_000, dwellSeconds: 40, absentSeconds: 60 }),
  circle('two', 0.02, { floor: 2, absentSeconds: 30 }),
];
const areas: Areas = { near: () => known, area: (id) => known.find(({ areaId }) => areaId === id) };
const WINDOW = { maxReports: 6, maxSeconds: 200 };

const steps = fc.array(
  fc.record({
    second: fc.integer({ min: -15, max: 25 }),
    written: fc.boolean(),
    lon: fc.oneof(fc.constantFrom(0, 0.02, 0.05), fc.double({ min: -180, max: 180, noNaN: true })),
    accuracy: fc.option(fc.double({ min: 0, max: 1000, noNaN: true }), { nil: undefined }),
    floor: fc.constantFrom(undefined, undefined, 2, '2', 'a "b" [c] é'),
  }),
  { minLength: 1, maxLength: 40 },
);

describe('a track in its row', () => {
  it('judges new reports like a track that was never written', () => {
    const seen = { areas: 0, published: 0, floors: 0, prior: 0, waiting: 0 };
    fc.assert(
      fc.property(steps, (some) => {
        const kept = newTrack();
        let read = newTrack();
        let second = 0;
        for (const [index, { second: more, written, ...place }] of some.entries()) {
          second = Math.max(0, second + more);
          const report = { at: second * 1000 + index, revision: index + 1, lat: 0, ...place };
          if (written) read = unpackTrack(packTrack(read));
          const verdict = takeReport(kept, report, areas, second * 1000, WINDOW);
          expect(takeReport(read, report, areas, second * 1000, WINDOW)).toEqual(verdict);
          const later = second * 1000 + (index % 3 === 0 ? 15_000 : 1000);
          expect(reconcileTrack(read, areas, later)).toEqual(reconcileTrack(kept, areas, later));
          expect([read.revision, read.reports, read.cut]).toEqual([kept.revision, kept.reports, kept.cut]);
          seen.areas += read.areas.length;
          seen.prior += read.areas.filter(({ prior }) => prior !== undefined).length;
          seen.waiting += read.areas.filter(({ waits }) => waits !== undefined).length;
          seen.published += read.areas.flatMap(({ published }) => published).length;
          seen.floors += read.reports.filter(({ floor }) => floor !== undefined).length;
        }
      }),
      { numRuns: 500 },
    );
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(100);
  });

  it('can be read from an older row', () => {
    const track: Track = unpackTrack(
      '[9,[[1000,1.5,2.5,8,4],[2000,1.6,2.6,9,null,"2"]],{"one":{"revision":7,"settings":{"confirmSeconds":10},"where":"io","base":{},"told":[],"due":null}},{"at":500,"revision":7}]',
    );
    expect(track).toMatchObject({ revision: 9, cut: { at: 500, revision: 7 } });
    expect(track.areas).toMatchObject([{ areaId: 'one', where: 'io' }]);
    expect(track.reports).toEqual([
      { at: 1000, lat: 1.5, lon: 2.5, revision: 8, accuracy: 4 },
      { at: 2000, lat: 1.6, lon: 2.6, revision: 9, floor: '2' },
    ]);
    expect(unpackTrack(packTrack(track)).reports).toEqual(track.reports);
  });
});
