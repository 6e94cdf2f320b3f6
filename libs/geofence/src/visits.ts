import { type FoldSettings, foldVisits, type JudgedReport, type VisitEvent } from './visit-fold.js';
import { type Outline, type PositionReport, whereaboutsOf } from './whereabouts.js';

/** One stay of an object in an area; times are milliseconds since the epoch, by the clocks of the devices. */
export interface Visit {
  readonly startedAt: number;
  /** Left out: it is current. */
  readonly endedAt?: number;
  readonly dweltAt?: number;
  /** The first time: it may report from inside again, and be absent again. */
  readonly absentAt?: number;
}

/** A reported position with its time and the revision of the object with it. */
export interface TimedReport extends PositionReport {
  readonly at: number;
  readonly revision: number;
}

/** Visits of one object in one area after the fact, from its reports in whatever order; see `foldVisits`. */
export function visitsOf(reports: readonly TimedReport[], outline: Outline, settings: FoldSettings, asOf: number): Visit[] {
  const judged = reports.map((report): JudgedReport => ({
    at: report.at,
    revision: report.revision,
    where: whereaboutsOf(outline, report),
  }));
  return visitsFrom(foldVisits(lastOfEachMoment(judged.sort(inOrder)), settings, asOf).events);
}

/** The order in which reports are folded. */
export const inOrder = (one: { at: number; revision: number }, other: { at: number; revision: number }): number =>
  one.at - other.at || one.revision - other.revision;

/**
 * Of several reports of one moment the newest counts: an object is in one place at a time, and visits are identified by
 * their begin. @param reports in order
 */
export const lastOfEachMoment = <T extends { at: number }>(reports: readonly T[]): T[] =>
  reports.filter(({ at }, index) => reports[index + 1]?.at !== at);

/** Visits that follow from events, in the order of their beginning. */
export function visitsFrom(events: readonly VisitEvent[]): Visit[] {
  const visits = new Map<number, Visit>();
  for (const { kind, at, visitStartedAt } of events) {
    const visit = visits.get(visitStartedAt) ?? { startedAt: visitStartedAt };
    visits.set(
      visitStartedAt,
      kind === 'left'
        ? { ...visit, endedAt: at }
        : kind === 'dwelt'
          ? { ...visit, dweltAt: at }
          : kind === 'absent'
            ? { ...visit, absentAt: Math.min(at, visit.absentAt ?? at) }
            : visit,
    );
  }
  return [...visits.values()].sort((one, other) => one.startedAt - other.startedAt);
}
