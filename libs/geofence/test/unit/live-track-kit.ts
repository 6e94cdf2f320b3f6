import fc from 'fast-check';
import { expect } from 'vitest';
import { AreaShape } from '#geofence/area-shape.js';
import type { Areas, JudgingArea, TrackNews } from '#geofence/live-track.js';
import { foldVisits } from '#geofence/visit-fold.js';
import { inOrder, lastOfEachMoment, type TimedReport } from '#geofence/visits.js';
import { placeRelativeTo } from '#geofence/whereabouts.js';

export const yard: JudgingArea = {
  areaId: 'yard',
  outlineRevision: 1,
  outlineSince: 0,
  shape: new AreaShape({ type: 'Circle', center: [0, 0], radius: 1000 }),
  confirmSeconds: 10,
  dwellSeconds: 40,
  absentSeconds: 60,
};
export const areasOf = (...known: JudgingArea[]): Areas => ({ near: () => known, area: (id) => known.find(({ areaId }) => areaId === id) });
export const WIDE = { maxReports: 1000, maxSeconds: 100_000 };
export const at = (second: number, lon: number, revision: number): TimedReport => ({ at: second * 1000, lat: 0, lon, revision });
export const IN = 0;
export const OUT = 0.05;
export const EDGE = 0.009;

/** The published events that are not withdrawn. */
export function validEvents(news: readonly TrackNews[]): string[] {
  const counts = new Map<string, number>();
  const ids = new Set<string>();
  for (const { event, takesBack, areaRevision, times } of news) {
    const key = `${event.kind} ${event.at} ${event.visitStartedAt}`;
    const id = `${takesBack ? 'withdrawn ' : ''}${key} revision ${areaRevision} times ${times}`;
    expect(ids, 'consumers skip a second event with the same id').not.toContain(id);
    ids.add(id);
    const count = (counts.get(key) ?? 0) + (takesBack ? -1 : 1);
    expect(count, `${key} is published once, and withdrawn only after that`).toSatisfy((value: number) => value === 0 || value === 1);
    counts.set(key, count);
  }
  return [...counts]
    .filter(([, count]) => count > 0)
    .map(([key]) => key)
    .sort();
}

export const folded = (reports: readonly TimedReport[], asOf: number, area = yard): string[] =>
  foldVisits(
    lastOfEachMoment(
      reports.map(({ at: time, revision, ...report }) => ({ at: time, revision, where: placeRelativeTo(area, report) })).sort(inOrder),
    ),
    area,
    asOf,
  )
    .events.map(({ kind, at: time, visitStartedAt }) => `${kind} ${time} ${visitStartedAt}`)
    .sort();

export const seconds = fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.constantFrom(IN, OUT, EDGE)), {
  minLength: 1,
  maxLength: 30,
});
export const accurate = (report: TimedReport): TimedReport => ({ ...report, accuracy: 50 });
