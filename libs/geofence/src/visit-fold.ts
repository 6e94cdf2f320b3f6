import type { Where } from './where-in-ring.js';

/** A report as evaluated for one area. Times are milliseconds since the epoch, by the clocks of the devices. */
export interface JudgedReport {
  readonly at: number;
  readonly where: Where;
  /** Revision of the object with this report; orders reports of the same moment. */
  readonly revision: number;
}

export interface FoldSettings {
  /** A report from the other side counts once a second one agrees, or once no report has contradicted it for this time. 0: at once. */
  readonly confirmSeconds: number;
  readonly dwellSeconds?: number;
  readonly absentSeconds?: number;
}

/** The default for areas without a value. */
export const DEFAULT_CONFIRM_SECONDS = 30;

export type VisitEventKind = 'entered' | 'left' | 'dwelt' | 'absent';

export interface VisitEvent {
  readonly kind: VisitEventKind;
  readonly at: number;
  readonly visitStartedAt: number;
  /** Revision of the object after the report that caused the event. */
  readonly revision: number;
}

/** State of an object and an area after some reports; plain data. Empty: the object was never inside. */
export interface FoldState {
  /** The current visit. */
  readonly visit?: { readonly startedAt: number; readonly dwelt: boolean };
  /** First report from the other side that is not confirmed yet. */
  readonly pending?: { readonly at: number; readonly revision: number };
  /** The newest report from inside since a visit began; omitted once the absence was published and the visit has ended. */
  readonly inside?: { readonly at: number; readonly revision: number; readonly visitStartedAt: number; readonly absent: boolean };
}

export interface FoldStep {
  readonly state: FoldState;
  readonly events: readonly VisitEvent[];
}

/**
 * The definition of visits, from reports in the order of their times, each with its location. `border` changes nothing. A visit starts with
 * the first of two reports from inside without a report from outside between them, and ends with the first of two from outside. A single
 * report counts once `confirmSeconds` have passed without a report that contradicts it. The same function emits events as reports arrive
 * and evaluates old reports for an area that did not exist then.
 * @param asOf events due later are not emitted yet, but later reports are processed
 */
export function foldVisits(reports: Iterable<JudgedReport>, settings: FoldSettings, asOf: number, from: FoldState = {}): FoldStep {
  let state = from;
  const events: VisitEvent[] = [];
  for (const report of reports) {
    const step = foldReport(state, report, settings);
    state = step.state;
    events.push(...step.events);
  }
  const last = foldTime(state, asOf, settings);
  return { state: last.state, events: events.length === 0 ? last.events : [...events, ...last.events] };
}

const NONE: readonly VisitEvent[] = [];

/** Processes one more report, which must not be older than the previous ones. */
export function foldReport(before: FoldState, { at, where, revision }: JudgedReport, settings: FoldSettings): FoldStep {
  const { state, events } = foldTime(before, at, settings);
  if (where === 'border') return { state, events };
  const { visit, pending } = state;
  if (where === 'outside') {
    if (!visit) return { state: pending ? { inside: state.inside } : state, events };
    return pending ? joined(events, left(state, pending, settings)) : { state: { ...state, pending: { at, revision } }, events };
  }
  const inside = state.inside && { ...state.inside, at, revision, absent: false };
  if (visit) return { state: { visit, inside }, events };
  if (pending) return joined(events, entered(pending, { at, revision }));
  return { state: { pending: { at, revision }, inside }, events };
}

/** The events that have become due only by time. */
export function foldTime(before: FoldState, asOf: number, settings: FoldSettings): FoldStep {
  let state = before;
  let events = NONE;
  const { pending } = state;
  if (pending && pending.at + settings.confirmSeconds * 1000 <= asOf) {
    ({ state, events } = state.visit ? left(state, pending, settings) : entered(pending, pending));
  }
  const dweltAt = dueDwell(state, settings);
  if (dweltAt !== undefined && dweltAt <= asOf) {
    const { startedAt } = state.visit!;
    events = [...events, { kind: 'dwelt', at: dweltAt, visitStartedAt: startedAt, revision: state.inside!.revision }];
    state = { ...state, visit: { startedAt, dwelt: true } };
  }
  const absentAt = dueAbsence(state, settings);
  if (absentAt !== undefined && absentAt <= asOf) {
    const inside = state.inside!;
    events = [...events, { kind: 'absent', at: absentAt, visitStartedAt: inside.visitStartedAt, revision: inside.revision }];
    state = { ...state, inside: state.visit ? { ...inside, absent: true } : undefined };
  }
  return { state, events };
}

/** When the next event is due only by time; undefined if there is none. */
export function nextDue(state: FoldState, settings: FoldSettings): number | undefined {
  const confirmed = state.pending && state.pending.at + settings.confirmSeconds * 1000;
  return earlier(confirmed, earlier(dueDwell(state, settings), dueAbsence(state, settings)));
}

/** Without Math.min and spread: called for each report of an object in an area. */
function earlier(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}

/** No current visit and nothing due, as if the object had never been inside. */
export const isOver = ({ visit, pending, inside }: FoldState): boolean => !visit && !pending && !inside;

/** The dwell time is uncertain while a report from outside waits for confirmation. */
function dueDwell({ visit, pending }: FoldState, { dwellSeconds }: FoldSettings): number | undefined {
  if (!visit || visit.dwelt || dwellSeconds === undefined) return undefined;
  const at = visit.startedAt + dwellSeconds * 1000;
  return pending && pending.at < at ? undefined : at;
}

function dueAbsence({ inside }: FoldState, { absentSeconds }: FoldSettings): number | undefined {
  return !inside || inside.absent || absentSeconds === undefined ? undefined : inside.at + absentSeconds * 1000;
}

function entered(first: { at: number; revision: number }, newest: { at: number; revision: number }): FoldStep {
  return {
    state: {
      visit: { startedAt: first.at, dwelt: false },
      inside: { at: newest.at, revision: newest.revision, visitStartedAt: first.at, absent: false },
    },
    events: [{ kind: 'entered', at: first.at, visitStartedAt: first.at, revision: first.revision }],
  };
}

function left({ visit, inside }: FoldState, { at, revision }: { at: number; revision: number }, { absentSeconds }: FoldSettings): FoldStep {
  const awaited = inside && !inside.absent && absentSeconds !== undefined;
  return { state: awaited ? { inside } : {}, events: [{ kind: 'left', at, visitStartedAt: visit!.startedAt, revision }] };
}

function joined(events: readonly VisitEvent[], { state, events: more }: FoldStep): FoldStep {
  return { state, events: [...events, ...more] };
}
