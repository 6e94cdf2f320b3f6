import { type FoldSettings, foldVisits, type JudgedReport, type VisitEvent } from './visit-fold.js';
import { type Outline, placeRelativeTo, type PositionReport } from './whereabouts.js';

/** One visit of an object to an area; times are milliseconds since the epoch, by the clocks of the devices. */
export interface Visit {
  readonly startedAt: number;
  /** Omitted for the current visit. */
  readonly endedAt?: number;
  readonly dweltAt?: number;
  /** The first absence; the object may report from inside again, and be absent again. */
  readonly absentAt?: number;
}

/** A reported position with its time and the revision of the object with it. */
export interface TimedReport extends PositionReport {
  readonly at: number;
  readonly revision: number;
}

/** Visits of one object to one area, from its stored reports in any order; see `foldVisits`. */
export function visitsOf(reports: readonly TimedReport[], outline: Outline, settings: FoldSettings, asOf: number): Visit[] {
  const judged = reports.map((report): JudgedReport => ({
    at: report.at,
    revision: report.revision,
    where: placeRelativeTo(outline, report),
  }));
  return visitsFrom(foldVisits(lastOfEachMoment(judged.sort(inOrder)), settings, asOf).events);
}

/** The order in which reports are processed. */
export const inOrder = (one: { at: number; revision: number }, other: { at: number; revision: number }): number =>
  one.at - other.at || one.revision - other.revision;

/**
 * The newest of several reports of the same moment: an object is in one place at a time, and visits are identified by their start.
 * @param reports in order
 */
export const lastOfEachMoment = <T extends { at: number }>(reports: readonly T[]): T[] =>
  reports.filter(({ at }, index) => reports[index + 1]?.at !== at);

/** Visits that follow from events, in the order of their start. */
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
