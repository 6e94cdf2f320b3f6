import type { AreaTrack, Track } from '#geofence/live-track.js';
import type { FoldState, VisitEvent, VisitEventKind } from '#geofence/visit-fold.js';
import type { TimedReport } from '#geofence/visits.js';

type PublishedEvent = AreaTrack['published'][number];

type PackedState = [
  visit: [startedAt: number, dwelt: number] | 0,
  pending: [at: number, revision: number] | 0,
  inside: [at: number, revision: number, visitStartedAt: number, absent: number] | 0,
];
type PackedPublished = [kind: string, at: number, visitStartedAt: number, revision: number, times: number, takenBack: number];
type PackedArea = [
  areaId: string,
  revision: number,
  settings: (number | null)[],
  where: string,
  base: PackedState,
  published: PackedPublished[],
  since?: number | null,
  madeAt?: number | null,
  prior?: PackedPublished[] | number | null,
  waits?: [since: number, until: number],
];
type PackedRest = [
  revision: number,
  areas: PackedArea[],
  cut: [at: number, revision: number] | 0,
  floors?: [place: number, floor: string | number][],
  erasedAt?: number,
];

/** at, lat, lon, revision, accuracy (NaN: none); floors are rare and are stored separately. */
const REPORT_NUMBERS = 5;
const REPORT_BYTES = 8 * REPORT_NUMBERS;
const KINDS: Record<VisitEventKind, string> = { entered: 'e', left: 'l', dwelt: 'd', absent: 'a' };
const KIND_OF: Record<string, VisitEventKind> = { e: 'entered', l: 'left', d: 'dwelt', a: 'absent' };

/**
 * A track as one text: its reports as doubles in base64, a space, and the rest as JSON. Writing the numbers digit by digit took a third of
 * the service's CPU time. Values that follow from the window (`state`, `due`, `byTime`) are left out.
 */
export function packTrack({ revision, erasedAt, reports, areas, cut }: Track): string {
  const numbers = new Float64Array(reports.length * REPORT_NUMBERS);
  const floors: [number, string | number][] = [];
  let at = 0;
  for (let place = 0; place < reports.length; place++) {
    const report = reports[place]!;
    numbers[at++] = report.at;
    numbers[at++] = report.lat;
    numbers[at++] = report.lon;
    numbers[at++] = report.revision;
    numbers[at++] = report.accuracy ?? NaN;
    if (report.floor !== undefined) floors.push([place, report.floor]);
  }
  const packed: PackedArea[] = [];
  for (const area of areas) packed.push(packArea(area));
  const rest: PackedRest = [revision, packed, cut ? [cut.at, cut.revision] : 0];
  if (floors.length > 0 || erasedAt !== undefined) rest.push(floors);
  if (erasedAt !== undefined) rest.push(erasedAt);
  return `${Buffer.from(numbers.buffer).toString('base64')} ${JSON.stringify(rest)}`;
}

/** @param text the result of `packTrack`, or an older row with JSON only */
export function unpackTrack(text: string): Track {
  if (text.startsWith('[')) return unpackPlain(text);
  const end = text.indexOf(' ');
  const bytes = Buffer.from(text.slice(0, end), 'base64');
  const [revision, areas, cut, floors = [], erasedAt] = JSON.parse(text.slice(end + 1)) as PackedRest;
  const floorAt = new Map(floors);
  const reports: TimedReport[] = [];
  for (let at = 0; at < bytes.length; at += REPORT_BYTES) reports.push(reportAt(bytes, at, floorAt.get(reports.length)));
  return {
    revision,
    ...(erasedAt !== undefined && { erasedAt }),
    reports,
    areas: areas.map(unpackArea),
    cut: cut === 0 ? undefined : { at: cut[0], revision: cut[1] },
  };
}

function reportAt(bytes: Buffer, at: number, floor: string | number | undefined): TimedReport {
  const accuracy = bytes.readDoubleLE(at + 32);
  return {
    at: bytes.readDoubleLE(at),
    lat: bytes.readDoubleLE(at + 8),
    lon: bytes.readDoubleLE(at + 16),
    revision: bytes.readDoubleLE(at + 24),
    accuracy: Number.isNaN(accuracy) ? undefined : accuracy,
    floor,
  };
}

function packArea({ areaId, revision, settings, where, base, published, since, madeAt, prior, waits }: AreaTrack): PackedArea {
  const { confirmSeconds, dwellSeconds, absentSeconds } = settings;
  const packed: PackedArea = [
    areaId,
    revision,
    [confirmSeconds, dwellSeconds ?? null, absentSeconds ?? null],
    where,
    packState(base),
    published.map(packPublished),
  ];
  if (since !== undefined || madeAt !== undefined) packed.push(since ?? null);
  if (madeAt === undefined) return packed;
  packed.push(madeAt);
  if (prior || waits) packed.push(prior?.map((event) => packPublished({ ...event, times: 0 })) ?? null);
  if (waits) packed.push([waits.since, waits.until]);
  return packed;
}

function unpackArea([
  areaId,
  revision,
  [confirm, dwell, absent],
  where,
  base,
  published,
  since,
  madeAt,
  prior,
  waits,
]: PackedArea): AreaTrack {
  return {
    areaId,
    revision,
    settings: { confirmSeconds: confirm!, dwellSeconds: dwell ?? undefined, absentSeconds: absent ?? undefined },
    where,
    base: unpackState(base),
    published: published.map(unpackPublished),
    since: since ?? undefined,
    madeAt: madeAt ?? undefined,
    prior: typeof prior === 'number' ? [beginOf(prior, base)] : prior?.map(unpackEvent),
    waits: waits && { since: waits[0], until: waits[1] },
  };
}

/** Earlier versions stored only the start of an unreported visit. */
const beginOf = (startedAt: number, [, , inside]: PackedState): VisitEvent => ({
  kind: 'entered',
  at: startedAt,
  visitStartedAt: startedAt,
  revision: inside === 0 ? 0 : inside[1],
});

function packState({ visit, pending, inside }: FoldState): PackedState {
  return [
    visit ? [visit.startedAt, Number(visit.dwelt)] : 0,
    pending ? [pending.at, pending.revision] : 0,
    inside ? [inside.at, inside.revision, inside.visitStartedAt, Number(inside.absent)] : 0,
  ];
}

function unpackState([visit, pending, inside]: PackedState): FoldState {
  return {
    visit: visit === 0 ? undefined : { startedAt: visit[0], dwelt: visit[1] === 1 },
    pending: pending === 0 ? undefined : { at: pending[0], revision: pending[1] },
    inside: inside === 0 ? undefined : { at: inside[0], revision: inside[1], visitStartedAt: inside[2], absent: inside[3] === 1 },
  };
}

const packPublished = ({ kind, at, visitStartedAt, revision, times, takenBack }: PublishedEvent): PackedPublished => [
  KINDS[kind],
  at,
  visitStartedAt,
  revision,
  times,
  Number(takenBack ?? false),
];

function unpackPublished([kind, at, visitStartedAt, revision, times, takenBack]: PackedPublished): PublishedEvent {
  return { kind: KIND_OF[kind]!, at, visitStartedAt, revision, times, ...(takenBack === 1 && { takenBack: true as const }) };
}

const unpackEvent = ([kind, at, visitStartedAt, revision]: PackedPublished): VisitEvent => ({
  kind: KIND_OF[kind]!,
  at,
  visitStartedAt,
  revision,
});

type PlainReport = [at: number, lat: number, lon: number, revision: number, accuracy?: number | null, floor?: string | number];

/** An area as older rows have it: the published events had another name. */
type PlainArea = Omit<AreaTrack, 'areaId' | 'published'> & { told: PublishedEvent[] };

function unpackPlain(text: string): Track {
  const [revision, reports, areas, cut] = JSON.parse(text) as [number, PlainReport[], Record<string, PlainArea>, Track['cut']];
  return {
    revision,
    reports: reports.map(([at, lat, lon, of, accuracy, floor]) => ({ at, lat, lon, revision: of, accuracy: accuracy ?? undefined, floor })),
    areas: Object.entries(areas).map(([areaId, { told, ...area }]) => ({ areaId, published: told, ...area })),
    cut: cut ?? undefined,
  };
}
