import { foldReport, type FoldSettings, type FoldState, type FoldStep, foldTime, isOver, nextDue, type VisitEvent } from './visit-fold.js';
import type { TimedReport } from './visits.js';
import type { Where } from './where-in-ring.js';
import { type Outline, placeRelativeTo } from './whereabouts.js';

/** The parts of an area that the evaluation of a track needs. */
export interface JudgingArea extends Outline, FoldSettings {
  readonly areaId: string;
  /** Revision of its outline and times; a new name does not change it. */
  readonly outlineRevision: number;
  /** Time at which the area got this outline and these times, milliseconds since the epoch. */
  readonly outlineSince: number;
  /** True if the area had another outline or other times before, so that earlier reports do not apply to the current ones. */
  readonly changed?: boolean;
}

/** A published event within the window, which a late report may withdraw. */
interface PublishedEvent extends VisitEvent {
  /** How often it was published and withdrawn before. */
  times: number;
  takenBack?: true;
  /** It became due only by time, so the next report may contradict it. */
  byTime?: true;
}

/** One object and one area during the window. */
export interface AreaTrack {
  areaId: string;
  revision: number;
  /** Settings of the area with this revision. */
  settings: FoldSettings;
  /** Location of each report in the window, one letter each: i (inside), o (outside) or b (border). */
  where: string;
  /** The state before the window. */
  base: FoldState;
  /**
   * The state after all reports in the window, without events that are due only by time. Omitted: unknown, so the window has to be folded.
   */
  state?: FoldState;
  published: PublishedEvent[];
  /** When the next event is due only by time; null: no such event. Omitted: not known yet. */
  due?: number | null;
  /** Earlier reports do not apply, because the area had another outline then. */
  since?: number;
  /** When the area was created: visits that had ended before are not published. Omitted: no open visit can have ended before. */
  madeAt?: number;
  /**
   * Events from before the window in the visit of `base`, published or not: while `madeAt` is set, any of them may still have to be
   * published or withdrawn.
   */
  prior?: VisitEvent[];
  /**
   * Set while reports from before `madeAt` are arriving. Until they stop, earlier visits are held back, because they may turn out to have
   * ended before the area was created.
   */
  waits?: { since: number; until: number };
}

/** The newest reports of an object, and their evaluation for the areas that the object is in or near; plain data. */
export interface Track {
  /** Revision of the newest processed report; reports with lower revisions were processed before. */
  revision: number;
  /** Revision of the object's last erasure; the object has been created again since. */
  erasedAt?: number;
  /** In the order of their times. */
  reports: TimedReport[];
  /**
   * One entry for each area. A list, because most objects have none or one, and properties by area id would give each object a hidden class
   * in V8.
   */
  areas: AreaTrack[];
  /** The newest report that has left the window; an older report is too late. */
  cut?: { at: number; revision: number };
}

export interface WindowSettings {
  /** Maximum number of reports of an object that are kept for evaluating late ones. */
  readonly maxReports: number;
  /** Their maximum age relative to the newest, in seconds. */
  readonly maxSeconds: number;
}

/** An event to publish or to withdraw. */
export interface TrackNews {
  readonly areaId: string;
  readonly areaRevision: number;
  readonly event: VisitEvent;
  /** How often it was published before: 0 the first time, more if it is published again after a withdrawal. */
  readonly times: number;
  readonly takesBack: boolean;
  readonly reason?: 'area-changed' | 'area-deleted';
  /** With a withdrawn absence: the first absence of the visit that is still valid, if any. */
  readonly firstAbsence?: number;
}

/** Access to areas: those with a bounding box around a place, and one by its id (undefined: deleted). */
export interface Areas {
  near(lon: number, lat: number): readonly JudgingArea[];
  area(areaId: string): JudgingArea | undefined;
}

/**
 * Reports from before the creation of an area usually arrive in a row, for example from a file. Their visits are held back until no such
 * report has arrived for this time.
 */
const QUIET_MS = 5000;
/** A limit, since a device with a wrong clock may send such reports continuously. */
const MAX_WAIT_MS = 60_000;
/** Most absences of a visit that can be withdrawn or published later. A bound, since a visit of months may have any number. */
const PRIOR_ABSENCES = 16;

const LETTER: Record<Where, string> = { inside: 'i', outside: 'o', border: 'b' };
const WHERE: Record<string, Where> = { i: 'inside', o: 'outside', b: 'border' };

export const newTrack = (): Track => ({ revision: 0, reports: [], areas: [] });

/**
 * Processes a report, in any order of arrival, and returns the events to publish and to withdraw. The published events that are not
 * withdrawn are then those that `foldVisits` finds in all reports in the order of their times (the newest of each moment), as long as no
 * report arrived too late for the window. Visits that ended before the area was created are left out.
 * @returns undefined if the report came too late
 */
export function takeReport(
  track: Track,
  report: TimedReport,
  areas: Areas,
  now: number,
  window: WindowSettings,
): { news: TrackNews[]; late: boolean } | undefined {
  track.revision = Math.max(track.revision, report.revision);
  if (track.cut && report.at <= track.cut.at) return undefined;
  let place = track.reports.length;
  while (place > 0 && track.reports[place - 1]!.at >= report.at) place--;
  const sameMoment = track.reports[place]?.at === report.at ? track.reports[place] : undefined;
  const late = place + (sameMoment ? 1 : 0) < track.reports.length;
  if (sameMoment && sameMoment.revision > report.revision) return { news: [], late };
  const news = closeOutdated(track, areas, now);
  track.reports.splice(place, sameMoment ? 1 : 0, report);
  for (const area of track.areas) {
    const letter = letterOf(areas.area(area.areaId)!, area.since, report);
    const isLast = place === area.where.length;
    area.where = isLast ? area.where + letter : area.where.slice(0, place) + letter + area.where.slice(sameMoment ? place + 1 : place);
    if (!isLast) delete area.state;
    waitAfter(area, report, now);
    // A late report can change the events after it; a report in order only adds events.
    if (area.state === undefined) refoldArea(track, area, now, news);
    else {
      const { state, events } = withoutOver(
        area,
        foldReport(area.state, { at: report.at, revision: report.revision, where: WHERE[letter]! }, area.settings),
      );
      area.state = state;
      reconcileArea(area, events, now, isByTime, news);
    }
  }
  const isJudged = judgedAreas(track);
  for (const area of areas.near(report.lon, report.lat)) {
    // A device whose clock is behind must still be able to enter, so reports count from this one on.
    const since = area.changed ? Math.min(area.outlineSince, late ? Infinity : report.at) : undefined;
    if (isJudged(area.areaId) || letterOf(area, since, report) !== 'i') continue;
    const begun = begin(track, area, since);
    waitAfter(begun, report, now);
    refoldArea(track, begun, now, news);
  }
  slide(track, window, now, news);
  return { news, late };
}

/** Publishes events that follow from the reports, and withdraws published events that no longer do. */
export function reconcileTrack(track: Track, areas: Areas, now: number): TrackNews[] {
  const news = closeOutdated(track, areas, now);
  for (const area of track.areas) {
    if (area.state === undefined) refoldArea(track, area, now, news);
    else reconcileArea(area, NOTHING, now, isByTime, news);
  }
  return news;
}

const NOTHING: readonly VisitEvent[] = [];
const isByTime = ({ byTime }: PublishedEvent): boolean => byTime === true;
const anything = (): boolean => true;

/** Folds the whole window again; any published event may have become wrong. */
function refoldArea(track: Track, area: AreaTrack, now: number, news: TrackNews[]): void {
  const events: VisitEvent[] = [...(area.prior ?? [])];
  area.state = foldWindow(track, area, events);
  reconcileArea(area, events, now, anything, news);
}

/**
 * Publishes new events and withdraws those that are no longer true; costs next to nothing if there are none.
 * @param reported events that follow from the reports
 * @param inQuestion selects the published events that may no longer be true
 */
function reconcileArea(
  area: AreaTrack,
  reported: readonly VisitEvent[],
  now: number,
  inQuestion: (earlier: PublishedEvent) => boolean,
  news: TrackNews[],
): void {
  const { state, events: due } = withoutOver(area, foldTime(area.state!, now, area.settings));
  area.due = nextDue(state, area.settings) ?? null;
  if (area.waits && now >= area.waits.until) area.waits = undefined;
  if (reported.length === 0 && due.length === 0 && !area.published.some(inQuestion)) return;
  const { over, held } = unreported(area, [...reported, ...due]);
  const isReportable = ({ visitStartedAt }: VisitEvent): boolean => !over.has(visitStartedAt) && !held.has(visitStartedAt);
  const byReports = reported.filter(isReportable);
  const current = due.length === 0 ? byReports : [...byReports, ...due.filter(isReportable)];
  const about = { areaId: area.areaId, areaRevision: area.revision };
  for (const earlier of area.published) {
    if (earlier.takenBack || !(inQuestion(earlier) || over.has(earlier.visitStartedAt)) || isAmong(earlier, current)) continue;
    earlier.takenBack = true;
    delete earlier.byTime;
    news.push({
      ...about,
      event: plain(earlier),
      times: earlier.times,
      takesBack: true,
      ...(earlier.kind === 'absent' && { firstAbsence: firstAbsence(area, earlier) }),
    });
  }
  for (const [index, event] of current.entries()) {
    const byTime = index >= byReports.length && { byTime: true as const };
    const before = area.published.find((earlier) => isSame(earlier, event));
    if (before && !before.takenBack) {
      if (byTime) before.byTime = true;
      else delete before.byTime;
      continue;
    }
    const times = before ? before.times + 1 : 0;
    if (before) area.published.splice(area.published.indexOf(before), 1);
    area.published.push({ ...event, times, ...byTime });
    news.push({ ...about, event, times, takesBack: false });
  }
  // The next report may contradict an end by time alone; then a withdrawn event has to be published again. Events that are held back are
  // still in the window.
  if (held.size > 0 || due.some(({ visitStartedAt }) => over.has(visitStartedAt))) delete area.state;
}

/** A report from before the creation of the area starts or prolongs the wait. */
function waitAfter(area: AreaTrack, { at }: TimedReport, now: number): void {
  if (area.madeAt === undefined || at >= area.madeAt) return;
  const since = area.waits?.since ?? now;
  area.waits = { since, until: Math.min(now + QUIET_MS, since + MAX_WAIT_MS) };
}

/** Unpublished visits, by their start: those that ended before the area was created, and those that may have. */
function unreported(area: AreaTrack, events: readonly VisitEvent[]): { over: ReadonlySet<number>; held: ReadonlySet<number> } {
  if (area.madeAt === undefined) return ALL_REPORTED;
  const over = overWhenMade(area, events);
  const held = new Set<number>();
  if (area.waits) {
    for (const { visitStartedAt } of events) {
      if (visitStartedAt < area.madeAt && !over.has(visitStartedAt) && !isReported(area, visitStartedAt)) held.add(visitStartedAt);
    }
  }
  return { over, held };
}

function overWhenMade({ madeAt, base, prior }: AreaTrack, events: readonly VisitEvent[]): ReadonlySet<number> {
  if (madeAt === undefined) return NO_VISITS;
  const over = new Set<number>();
  for (const { kind, at, visitStartedAt } of events) {
    // Rows of earlier versions have no `prior`, so published events of their visit cannot be withdrawn.
    if (kind === 'left' && at <= madeAt && (prior !== undefined || visitStartedAt !== base.visit?.startedAt)) over.add(visitStartedAt);
  }
  return over;
}

const NO_VISITS: ReadonlySet<number> = new Set();
const ALL_REPORTED = { over: NO_VISITS, held: NO_VISITS };

const isReported = ({ published }: AreaTrack, startedAt: number): boolean =>
  published.some(({ kind, visitStartedAt, takenBack }) => kind === 'entered' && visitStartedAt === startedAt && !takenBack);

/** The absence after an unpublished visit is not published either. */
function withoutOver(area: AreaTrack, step: FoldStep): FoldStep {
  const { visit, pending, inside } = step.state;
  if (visit || !inside || !overWhenMade(area, step.events).has(inside.visitStartedAt)) return step;
  return { state: { pending }, events: step.events };
}

function firstAbsence({ published }: AreaTrack, { visitStartedAt }: VisitEvent): number | undefined {
  const valid = published
    .filter((each) => each.kind === 'absent' && each.visitStartedAt === visitStartedAt && !each.takenBack)
    .map(({ at }) => at);
  return valid.length > 0 ? Math.min(...valid) : undefined;
}

/** When an event is due only by time; undefined if there is none. */
export function trackDue(track: Track, now: number): number | undefined {
  let due: number | undefined;
  for (const area of track.areas) {
    const next =
      area.due === undefined || (area.due !== null && area.due <= now)
        ? nextDue(foldTime(stateOf(track, area), now, area.settings).state, area.settings)
        : area.due;
    for (const each of [next, area.waits?.until]) if (each !== undefined && each !== null && (due === undefined || each < due)) due = each;
  }
  return due;
}

/**
 * Processes a new, changed or deleted area. A visit by the old outline ends at that time; by a new outline, only current visits are
 * published. A new area is evaluated with all stored reports, without visits that ended before its creation; a changed one only with later
 * reports. A second call has no effect.
 * @param area undefined if it was deleted
 */
export function changeArea(track: Track, areaId: string, area: JudgingArea | undefined, now: number): TrackNews[] {
  const old = track.areas.find((each) => each.areaId === areaId);
  if (old && area && old.revision >= area.outlineRevision) return [];
  const news = old ? closed(track, old, area, now) : [];
  if (!area || track.reports.length === 0) return news;
  if (area.changed) news.push(...beginChanged(track, area, news.at(-1)?.reason && news.at(-1)!.event.visitStartedAt));
  else if (track.reports.some((report) => letterOf(area, undefined, report) === 'i')) {
    const begun = begin(track, area);
    const { visit, pending } = stateOf(track, begun);
    // It is known whether the object was inside when the area was created, unless its last report is an unconfirmed one from outside.
    if (visit && pending) waitAfter(begun, track.reports.at(-1)!, now);
    refoldArea(track, begun, now, news);
  }
  return news;
}

/** Updates tracks with an outdated outline before any other event is published. */
function closeOutdated(track: Track, areas: Areas, now: number): TrackNews[] {
  const outdated = track.areas.filter(({ areaId, revision }) => areas.area(areaId)?.outlineRevision !== revision);
  return outdated.flatMap(({ areaId }) => changeArea(track, areaId, areas.area(areaId), now));
}

/** Up to this number of areas, a linear search is used. */
const FEW = 8;

function judgedAreas({ areas }: Track): (areaId: string) => boolean {
  if (areas.length <= FEW) return (areaId) => areas.some((area) => area.areaId === areaId);
  const known = new Set(areas.map(({ areaId }) => areaId));
  return (areaId) => known.has(areaId);
}

function closed(track: Track, old: AreaTrack, area: JudgingArea | undefined, now: number): TrackNews[] {
  // Events that are due by then are published first, because a visit must start before it ends.
  const news: TrackNews[] = [];
  const asOf = Math.min(now, area?.outlineSince ?? now);
  if (old.state === undefined) refoldArea(track, old, asOf, news);
  else reconcileArea(old, NOTHING, asOf, isByTime, news);
  track.areas = track.areas.filter((each) => each !== old);
  const { visit, inside } = foldTime(stateOf(track, old), asOf, old.settings).state;
  if (!visit || (old.madeAt !== undefined && visit.startedAt < old.madeAt && !isReported(old, visit.startedAt))) return news;
  const at = Math.max(area?.outlineSince ?? now, visit.startedAt);
  const event: VisitEvent = { kind: 'left', at, visitStartedAt: visit.startedAt, revision: inside?.revision ?? track.revision };
  return [
    ...news,
    { areaId: old.areaId, areaRevision: old.revision, event, times: 0, takesBack: false, reason: area ? 'area-changed' : 'area-deleted' },
  ];
}

function begin(track: Track, area: JudgingArea, since?: number): AreaTrack {
  const begun: AreaTrack = {
    areaId: area.areaId,
    revision: area.outlineRevision,
    settings: settingsOf(area),
    where: track.reports.map((report) => letterOf(area, since, report)).join(''),
    base: {},
    published: [],
    since,
  };
  if (!area.changed && !(track.cut && track.cut.at >= area.outlineSince)) begun.madeAt = area.outlineSince;
  track.areas.push(begun);
  return begun;
}

/** @param endedVisit start of the visit that the change has ended; the next visit starts later, so that their events are distinct */
function beginChanged(track: Track, area: JudgingArea, endedVisit = -Infinity): TrackNews[] {
  const { at: reportedAt, revision, ...newest } = track.reports.at(-1)!;
  if (placeRelativeTo(area, newest) !== 'inside') return [];
  const at = Math.max(area.outlineSince, reportedAt, endedVisit + 1);
  const base: FoldState = { visit: { startedAt: at, dwelt: false }, inside: { at, revision, visitStartedAt: at, absent: false } };
  track.areas.push({
    areaId: area.areaId,
    revision: area.outlineRevision,
    settings: settingsOf(area),
    where: 'b'.repeat(track.reports.length),
    base,
    published: [],
    since: area.outlineSince,
  });
  return [
    {
      areaId: area.areaId,
      areaRevision: area.outlineRevision,
      event: { kind: 'entered', at, visitStartedAt: at, revision },
      times: 0,
      takesBack: false,
    },
  ];
}

const settingsOf = ({ confirmSeconds, dwellSeconds, absentSeconds }: FoldSettings): FoldSettings => ({
  confirmSeconds,
  dwellSeconds,
  absentSeconds,
});

function letterOf(judging: JudgingArea, since: number | undefined, report: TimedReport): string {
  return since !== undefined && report.at < since ? 'b' : LETTER[placeRelativeTo(judging, report)];
}

const stateOf = (track: Track, area: AreaTrack): FoldState => area.state ?? foldWindow(track, area, []);

/** @param events receives the events that follow from the reports */
function foldWindow({ reports }: Track, area: AreaTrack, events: VisitEvent[]): FoldState {
  let state = area.base;
  for (const [index, { at, revision }] of reports.entries()) {
    const step = withoutOver(area, foldReport(state, { at, revision, where: WHERE[area.where[index]!]! }, area.settings));
    state = step.state;
    events.push(...step.events);
  }
  return state;
}

/** Removes reports from the window if there are too many or they are too old; their events are final. */
function slide(track: Track, { maxReports, maxSeconds }: WindowSettings, now: number, news: TrackNews[]): void {
  const newest = track.reports.at(-1)!.at;
  let gone = Math.max(0, track.reports.length - maxReports);
  while (gone < track.reports.length - 1 && track.reports[gone]!.at < newest - maxSeconds * 1000) gone++;
  if (gone > 0) {
    const last = track.reports[gone - 1]!;
    for (const area of track.areas) {
      // This also settles whether the visit was over then.
      if (area.waits && last.at >= area.madeAt!) {
        area.waits = undefined;
        refoldArea(track, area, now, news);
      }
      settle(track, area, gone);
    }
    track.reports.splice(0, gone);
    track.cut = { at: last.at, revision: last.revision };
  }
  if (track.areas.some(isPast)) track.areas = track.areas.filter((area) => !isPast(area));
}

/**
 * Whether neither the state nor the window has anything to keep for the area. A withdrawn event stays: a report of the same moment may
 * publish it again, and its id must then be another one.
 */
const isPast = ({ base, where, published }: AreaTrack): boolean => isOver(base) && !where.includes('i') && published.length === 0;

function settle(track: Track, area: AreaTrack, gone: number): void {
  let settled = area.prior ?? NOTHING;
  let { base } = area;
  for (let index = 0; index < gone; index++) {
    const { at, revision } = track.reports[index]!;
    const step = withoutOver(area, foldReport(base, { at, revision, where: WHERE[area.where[index]!]! }, area.settings));
    base = step.state;
    if (step.events.length > 0) settled = [...settled, ...step.events];
  }
  area.base = base;
  if (
    area.madeAt !== undefined &&
    track.reports[gone - 1]!.at >= area.madeAt &&
    !(base.visit && base.pending && base.pending.at <= area.madeAt)
  )
    area.madeAt = undefined;
  area.prior = area.madeAt === undefined ? undefined : eventsOf(base, settled);
  area.where = area.where.slice(gone);
  if (area.published.length === 0) return;
  const settledUntil = track.reports[gone - 1]!.at;
  const { prior = NOTHING } = area;
  area.published = area.published.filter(
    (event) => isAmong(event, prior) || (event.takenBack ? mayReturn(event, base, settledUntil) : !isAmong(event, settled)),
  );
}

/** Whether a withdrawn event may be published again, after reports in the window or by time alone. */
const mayReturn = ({ kind, at, visitStartedAt }: PublishedEvent, { visit, pending }: FoldState, settledUntil: number): boolean =>
  at > settledUntil || at === pending?.at || (kind === 'dwelt' && visit?.dwelt === false && visitStartedAt === visit.startedAt);

/** The events of the current visit. */
function eventsOf({ visit }: FoldState, events: readonly VisitEvent[]): VisitEvent[] | undefined {
  if (!visit) return undefined;
  let absences = 0;
  return events.filter(
    ({ kind, visitStartedAt }) => visitStartedAt === visit.startedAt && (kind !== 'absent' || ++absences <= PRIOR_ABSENCES),
  );
}

const isSame = (one: VisitEvent, other: VisitEvent): boolean =>
  one.at === other.at && one.visitStartedAt === other.visitStartedAt && one.kind === other.kind;
const isAmong = (event: VisitEvent, events: readonly VisitEvent[]): boolean => events.some((other) => isSame(event, other));
const plain = ({ kind, at, visitStartedAt, revision }: VisitEvent): VisitEvent => ({ kind, at, visitStartedAt, revision });
