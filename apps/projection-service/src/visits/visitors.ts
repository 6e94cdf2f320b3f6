import { foldReport, type FoldSettings, type FoldState, foldTime, type JudgedReport, type VisitEvent } from '#geofence/visit-fold.js';
import { lastOfEachMoment, type Visit, visitsFrom } from '#geofence/visits.js';
import { type Outline, placeRelativeTo } from '#geofence/whereabouts.js';
import type { SeenPosition } from '../history/query/history-reader.js';

/** A visit in an answer. */
export interface ServedVisit {
  enteredAt: string;
  /** Set if the kept history begins during the visit, so that the object may have entered earlier. */
  enteredBefore?: true;
  /** Null if the object was still there at the end of the requested time. */
  leftAt: string | null;
}

export interface VisitQuestion {
  outline: Outline;
  settings: FoldSettings;
  /** Milliseconds. */
  from: number;
  to: number;
  now: number;
}

/** The time until which reports are folded, after the requested end: until then, a report from the other side is confirmed or refuted. */
export const readUntil = ({ settings, to }: Pick<VisitQuestion, 'settings' | 'to'>): number => to + settings.confirmSeconds * 1000 + 1;

const MAX_VISITS = 1_000;

/** Folds the reports of one object, in order, by the same rule that produces area events from new reports (libs/geofence). */
export class VisitorFold {
  private state: FoldState = {};
  private readonly events: VisitEvent[] = [];
  private first: JudgedReport | undefined;
  /** Not folded yet, since the next report may have the same time and replace it. */
  private newest: JudgedReport | undefined;

  constructor(private readonly question: VisitQuestion) {}

  add(positions: readonly SeenPosition[]): void {
    for (const position of positions) {
      const report = judged(position, this.question.outline);
      if (this.newest !== undefined && this.newest.at !== report.at) this.fold(this.newest);
      this.newest = report;
    }
  }

  private fold(report: JudgedReport): void {
    if (report.where !== 'border') this.first ??= report;
    const step = foldReport(this.state, report, this.question.settings);
    this.state = step.state;
    if (this.events.length < 2 * MAX_VISITS) this.events.push(...step.events);
  }

  /** Visits that touch the requested time. */
  end(): ServedVisit[] {
    const { settings, from, to, now } = this.question;
    if (this.newest !== undefined) this.fold(this.newest);
    this.newest = undefined;
    this.events.push(...foldTime(this.state, Math.min(now, readUntil(this.question) - 1), settings).events);
    const touches = ({ startedAt, endedAt }: Visit): boolean => startedAt < to && (endedAt === undefined || endedAt > from);
    return visitsFrom(this.events)
      .filter(touches)
      .map(({ startedAt, endedAt }) => ({
        enteredAt: iso(startedAt),
        ...(this.mayBeOlder(startedAt) && { enteredBefore: true as const }),
        leftAt: endedAt === undefined || endedAt >= to ? null : iso(endedAt),
      }));
  }

  private mayBeOlder(startedAt: number): boolean {
    return this.first?.at === startedAt && this.first.revision !== 1;
  }
}

/** Whether these reports prove that no visit continues from before them, even if there are older reports. */
export function isSettled(positions: readonly SeenPosition[], { outline, settings, from }: VisitQuestion): boolean {
  const reports = lastOfEachMoment(positions.map((position) => judged(position, outline))).filter(({ where }) => where !== 'border');
  return reports.some(({ at, where }, index) => {
    const next = reports[index + 1];
    return where === 'outside' && (next?.where === 'outside' || (next?.at ?? from) - at >= settings.confirmSeconds * 1000);
  });
}

const iso = (time: number): string => new Date(time).toISOString();

function judged(position: SeenPosition, outline: Outline): JudgedReport {
  return { at: Date.parse(position.observedAt), revision: position.revision, where: placeRelativeTo(outline, position) };
}
