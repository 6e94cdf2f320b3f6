import type { ObjectEvents } from './event-log.js';
import type { EventRecord, Finding } from './history.js';
import { type RawArea, type RawReport, type RecountedVisit, recountVisits } from './recount-area-visits.js';

/** A record of area.events. Times are milliseconds since the epoch. */
export interface EmittedAreaEvent {
  eventId: string;
  kind: 'entered' | 'left' | 'dwelt' | 'absent' | 'corrected';
  workspace: string;
  externalId: string;
  areaId: string;
  at: number;
  startedAt: number;
  objectRevision: number;
  corrects?: string;
}

/** A visit that the area service stores. */
export interface KeptVisit {
  areaId: string;
  externalId: string;
  startedAt: number;
  endedAt?: number;
  dweltAt?: number;
  absentAt?: number;
}

export interface AreaHistory {
  /** Areas that existed before the first report and never changed. */
  areas: readonly RawArea[];
  /** In the order of the log. */
  emitted: readonly EmittedAreaEvent[];
  kept: readonly KeptVisit[];
  /** Number of an object's reports that are kept for late ones; objects with more reports are skipped here. */
  window: number;
  /** Milliseconds since the epoch. */
  asOf: number;
  /**
   * Skips objects with reports from before an area was created. Their visits are reported after some seconds on the service's clock,
   * which is wrong in such a run.
   */
  clocksGoWrong?: boolean;
}

export interface AreaJudgement {
  findings: Finding[];
  /** Number of judged pairs of an object and an area with a visit. */
  judged: number;
}

/** The published events that are not corrected, and the stored visits, must equal those of a recount from the raw events. */
export function judgeAreas({ areas, emitted, kept, window, asOf, clocksGoWrong }: AreaHistory, objects: ObjectEvents): AreaJudgement {
  const findings: Finding[] = [];
  const standing = standingEvents(emitted, findings);
  const saidOf = grouped(standing, ({ areaId, externalId }) => pair(areaId, externalId));
  const keptOf = grouped(kept, ({ areaId, externalId }) => pair(areaId, externalId));
  const ofWorkspace = grouped(areas, ({ workspace }) => workspace);
  let judged = 0;
  for (const [externalId, list] of objects) {
    const erasedAt = list.findLast(({ type }) => type === 'waymark.object.erased.v1')?.revision ?? 0;
    const reports = reportsSince(list, erasedAt);
    if (reports.length > window || reports.some(({ at }) => at > asOf)) continue;
    for (const area of ofWorkspace.get(list[0]!.workspace) ?? []) {
      const key = pair(area.areaId, externalId);
      const madeAt = Date.parse(area.createdAt);
      if (clocksGoWrong && reports.some(({ at }) => at < madeAt)) continue;
      // A visit that ended before the area was created is neither published nor stored, regardless of when its reports arrived. Any
      // other is, at the latest some seconds after the last report from before the creation.
      const visits = recountVisits(area, reports, asOf).filter(({ endedAt }) => endedAt === undefined || endedAt > madeAt);
      const said = (saidOf.get(key) ?? []).filter(({ objectRevision }) => objectRevision > erasedAt);
      const where = `${JSON.stringify(externalId)} in ${area.areaId}`;
      findings.push(
        ...difference(
          'area-emitted',
          where,
          said.map(({ kind, startedAt, at }) => `${kind} ${startedAt} ${at}`),
          visits.flatMap(eventsOf),
        ),
      );
      findings.push(...difference('area-kept', where, (keptOf.get(key) ?? []).map(keptText), visits.map(visitText)));
      if (visits.length > 0) judged += 1;
    }
  }
  const owners = new Map(areas.map(({ areaId, workspace }) => [areaId, workspace]));
  for (const { areaId, externalId, workspace } of emitted) {
    if (owners.get(areaId) !== workspace || objects.get(externalId)?.[0]?.workspace !== workspace)
      findings.push({ rule: 'area-foreign', detail: `${JSON.stringify(externalId)} in ${areaId}, emitted to ${workspace}` });
  }
  return { findings, judged };
}

/** Each event once, without corrected ones. */
function standingEvents(emitted: readonly EmittedAreaEvent[], findings: Finding[]): EmittedAreaEvent[] {
  const standing = new Map<string, EmittedAreaEvent>();
  const seen = new Set<string>();
  for (const event of emitted) {
    if (seen.has(event.eventId)) continue;
    seen.add(event.eventId);
    if (event.corrects === undefined) standing.set(event.eventId, event);
    else if (!standing.delete(event.corrects))
      findings.push({ rule: 'area-corrected', detail: `${event.eventId} takes ${event.corrects} back, which was not emitted before` });
  }
  return [...standing.values()];
}

function reportsSince(list: readonly EventRecord[], revision: number): RawReport[] {
  return list.flatMap((event) =>
    event.position && event.revision > revision
      ? [
          {
            at: Date.parse(event.observedAt),
            revision: event.revision,
            lat: event.position.lat,
            lon: event.position.lon,
            ...(event.position.floor !== undefined && { floor: event.position.floor }),
          },
        ]
      : [],
  );
}

function eventsOf({ startedAt, endedAt, dweltAt, absentAt }: RecountedVisit): string[] {
  const text = (kind: string, at: number): string => `${kind} ${startedAt} ${at}`;
  return [
    text('entered', startedAt),
    ...(endedAt === undefined ? [] : [text('left', endedAt)]),
    ...(dweltAt === undefined ? [] : [text('dwelt', dweltAt)]),
    ...absentAt.map((at) => text('absent', at)),
  ];
}

/** Of several absences of a visit, only the first one is stored. */
const visitText = ({ startedAt, endedAt, dweltAt, absentAt }: RecountedVisit): string =>
  [startedAt, endedAt, dweltAt, absentAt[0]].join(' ');
const keptText = ({ startedAt, endedAt, dweltAt, absentAt }: KeptVisit): string => [startedAt, endedAt, dweltAt, absentAt].join(' ');
const pair = (areaId: string, externalId: string): string => `${areaId} ${externalId}`;

function difference(rule: string, where: string, have: readonly string[], want: readonly string[]): Finding[] {
  const [missing, surplus] = [without(want, have), without(have, want)];
  return missing.length + surplus.length === 0
    ? []
    : [{ rule, detail: `${where}: not there ${missing.join(', ') || '-'}; too many ${surplus.join(', ') || '-'}` }];
}

function without(list: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  return list.filter((each) => {
    const at = rest.indexOf(each);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

function grouped<T>(list: readonly T[], key: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of list) groups.set(key(each), [...(groups.get(key(each)) ?? []), each]);
  return groups;
}
