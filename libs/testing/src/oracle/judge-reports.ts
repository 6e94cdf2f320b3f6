import type { ObjectEvents } from './event-log.js';
import type { EventRecord, Finding } from './history.js';
import type { EmittedAreaEvent } from './judge-areas.js';
import { daysOf, type RawEvent, recountTracking } from './report-recount.js';

export type ReportRow = Record<string, string | number | null>;

/** The reports of one workspace, and their sources. */
export interface ReportHistory {
  workspace: string;
  /** The tracking report by day (UTC) and type. */
  tracking: readonly ReportRow[];
  /** The areas report by area, for all time. */
  areas: readonly ReportRow[];
  /** The usage report by operation, for all time. */
  usage: readonly ReportRow[];
  /** All of area.events, in the order of the log. */
  emitted: readonly EmittedAreaEvent[];
  /** Number of calls of the workspace on access.events by operation, each call counted once. */
  calls: ReadonlyMap<string, number>;
}

/** Operations that are no longer called once the load has ended. */
const ENDED_OPERATIONS = ['updateObjects', 'editObject', 'archiveObject', 'eraseObject'];

/**
 * Reports must equal a recount from the raw topics. Totals remain after an erasure, and the changes of an object after it count as those
 * of another object.
 */
export function judgeReports({ workspace, tracking, areas, usage, emitted, calls }: ReportHistory, objects: ObjectEvents): Finding[] {
  const own = [...objects.values()].filter(([first]) => first!.workspace === workspace);
  const erased = own.some((list) => list.some(isErasure));
  return [
    ...differences('report-tracking', workspace, tracking.map(trackingText), recounted(own, workspace, distancesOf(tracking))),
    // Events of an object before its erasure may or may not be in the totals: they are if they were read before the erasure.
    ...(erased
      ? []
      : differences(
          'report-areas',
          workspace,
          areas.map(({ area, entered }) => `${area} ${entered}`),
          enteredOf(emitted, workspace),
        )),
    ...differences(
      'report-usage',
      workspace,
      usage.filter(({ operation }) => ENDED_OPERATIONS.includes(String(operation))).map((row) => `${row.operation} ${row.calls}`),
      ENDED_OPERATIONS.filter((name) => calls.has(name)).map((name) => `${name} ${calls.get(name)}`),
    ),
  ];
}

const isErasure = ({ type }: EventRecord): boolean => type === 'waymark.object.erased.v1';

/** @param reported the reported distances: a leg at half a millimetre may have been rounded either way */
function recounted(own: readonly EventRecord[][], workspace: string, reported: ReadonlyMap<string, number>): string[] {
  const log = own.flatMap((list) => {
    let life = 0;
    return list.flatMap((event): RawEvent[] => {
      if (isErasure(event)) return ((life += 1), []);
      const { type, externalId, revision, observedAt, stale, position, fields, set } = event;
      return [
        {
          type,
          value: {
            workspace,
            externalId: `${externalId} ${life}`,
            revision,
            observedAt,
            ...(stale && { stale }),
            ...(position && { position }),
            ...(fields && { fields }),
            ...(set && { set: set as NonNullable<RawEvent['value']['set']> }),
          },
        },
      ];
    });
  });
  return [...recountTracking(log, workspace, daysOf('UTC'))]
    .map(([dayAndType, sums]) => {
      const { updates, created, stale, objects, distanceMm, closeRoundings, movingMs, stillMs, stops, lastSeen } = sums;
      const key = dayAndType.trimEnd();
      const shown = reported.get(key) ?? distanceMm;
      const mm = Math.abs(shown - distanceMm) <= closeRoundings ? shown : distanceMm;
      return {
        text: [key, updates, created, stale, objects, mm, movingMs, stillMs, stops, lastSeen].join(' '),
        some: updates + objects + distanceMm + movingMs + stillMs + stops > 0,
      };
    })
    .filter(({ some }) => some)
    .map(({ text }) => text);
}

const distancesOf = (rows: readonly ReportRow[]): Map<string, number> =>
  new Map(rows.map((row) => [keyOf(row), thousandths(row, 'distanceMetres')]));

function trackingText(row: ReportRow): string {
  return [
    keyOf(row),
    row['updates'],
    row['created'],
    row['stale'],
    row['objects'],
    thousandths(row, 'distanceMetres'),
    thousandths(row, 'movingSeconds'),
    thousandths(row, 'stillSeconds'),
    row['stops'],
    row['lastSeenAt'] === null ? 0 : Date.parse(String(row['lastSeenAt'])),
  ].join(' ');
}

const keyOf = (row: ReportRow): string => `${String(row['from']).slice(0, 10)} ${row['type'] ?? ''}`.trimEnd();
const thousandths = (row: ReportRow, name: string): number => Math.round(Number(row[name]) * 1000);

/** Published visits that were not corrected, by area. */
function enteredOf(emitted: readonly EmittedAreaEvent[], workspace: string): string[] {
  const standing = new Map<string, EmittedAreaEvent>();
  const seen = new Set<string>();
  for (const event of emitted) {
    if (seen.has(event.eventId)) continue;
    seen.add(event.eventId);
    if (event.corrects !== undefined) standing.delete(event.corrects);
    else if (event.kind === 'entered' && event.workspace === workspace) standing.set(event.eventId, event);
  }
  const counts = new Map<string, number>();
  for (const { areaId } of standing.values()) counts.set(areaId, (counts.get(areaId) ?? 0) + 1);
  return [...counts].map(([areaId, entered]) => `${areaId} ${entered}`);
}

function differences(rule: string, workspace: string, have: readonly string[], want: readonly string[]): Finding[] {
  const missing = want.filter((row) => !have.includes(row));
  const surplus = have.filter((row) => !want.includes(row));
  return missing.length + surplus.length === 0
    ? []
    : [{ rule, detail: `${workspace}: the topics say ${missing.join(' | ') || '-'}; the report says ${surplus.join(' | ') || '-'}` }];
}
