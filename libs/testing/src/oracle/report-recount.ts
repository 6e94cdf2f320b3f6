/**
 * The expected reports, counted from all raw events of a log in the simplest way, independently of the report service.
 */

/** A record of object.events. */
export interface RawEvent {
  /** CloudEvents type. */
  type: string;
  value: {
    workspace: string;
    externalId: string;
    revision: number;
    observedAt: string;
    stale?: true;
    position?: { lat: number; lon: number };
    fields?: Record<string, { type: string; value: unknown }>;
    set?: { type?: string | null };
  };
}

/** The totals of a day and a type. */
export interface Recounted {
  updates: number;
  created: number;
  stale: number;
  objects: number;
  distanceMm: number;
  /** Number of legs whose length is so close to half a millimetre that another formula may round it the other way. */
  closeRoundings: number;
  movingMs: number;
  stillMs: number;
  stops: number;
  lastSeen: number;
}

interface Seen {
  at: number;
  revision: number;
  type: string;
  event: RawEvent;
}

interface Spot {
  at: number;
  lat: number;
  lon: number;
}

/** Mean radius of WGS 84. */
const EARTH_RADIUS_M = 6_371_008.8;
const QUARTER = 15 * 60 * 1000;
const DAY = 24 * 60 * 60 * 1000;

const nothingCounted = (): Recounted => ({
  updates: 0,
  created: 0,
  stale: 0,
  objects: 0,
  distanceMm: 0,
  closeRoundings: 0,
  movingMs: 0,
  stillMs: 0,
  stops: 0,
  lastSeen: 0,
});

/** @param dayOf the day of a time, in any time zone @returns totals by `<day> <type>` */
export function recountTracking(log: readonly RawEvent[], workspace: string, dayOf: (time: number) => string): Map<string, Recounted> {
  const table = new Map<string, Recounted>();
  const row = (time: number, type: string): Recounted => {
    const key = `${dayOf(time)} ${type}`;
    if (!table.has(key)) table.set(key, nothingCounted());
    return table.get(key)!;
  };
  for (const seen of seenOf(log, workspace).values()) {
    countChanges(seen, row);
    countObject(seen, dayOf, row);
    countWay(seen, row);
  }
  return table;
}

/** The events of each object without repetitions, in the order of observation, with the object's type at that time. */
function seenOf(log: readonly RawEvent[], workspace: string): Map<string, Seen[]> {
  const objects = new Map<string, { seen: Seen[]; type: string; revision: number }>();
  for (const event of log) {
    const { value } = event;
    if (value.workspace !== workspace) continue;
    const object = objects.get(value.externalId) ?? { seen: [], type: '', revision: 0 };
    objects.set(value.externalId, object);
    if (value.revision <= object.revision) continue;
    object.revision = value.revision;
    if (value.set?.type !== undefined) object.type = value.set.type ?? '';
    object.seen.push({ at: new Date(value.observedAt).getTime(), revision: value.revision, type: object.type, event });
  }
  return new Map([...objects].map(([id, { seen }]) => [id, seen.sort((a, b) => (a.at === b.at ? a.revision - b.revision : a.at - b.at))]));
}

function countChanges(seen: readonly Seen[], row: (time: number, type: string) => Recounted): void {
  for (const { at, type, event } of seen) {
    const counted = row(at, type);
    counted.updates += 1;
    if (event.type === 'waymark.object.created.v1') counted.created += 1;
    if (event.value.stale) counted.stale += 1;
    counted.lastSeen = Math.max(counted.lastSeen, at);
  }
}

/** Counts an object once a day, by its state when it was first seen on that day. */
function countObject(seen: readonly Seen[], dayOf: (time: number) => string, row: (time: number, type: string) => Recounted): void {
  const days = new Set<string>();
  for (const { at, type } of seen) {
    if (days.has(dayOf(at))) continue;
    days.add(dayOf(at));
    row(at, type).objects += 1;
  }
}

/** Adds the distances between consecutive positions. Each belongs to the last type of the object before the second position. */
function countWay(
  seen: readonly Seen[],
  row: (time: number, type: string) => Recounted,
  counts: (from: number, to: number) => boolean = () => true,
): void {
  let last: Spot | undefined;
  let rest: Spot | undefined;
  let type = '';
  for (const { at, type: now, event } of seen) {
    const { position } = event.value;
    if (position !== undefined) {
      const spot: Spot = { at, lat: position.lat, lon: position.lon };
      if (last === undefined || at - last.at > 7 * DAY) rest = spot;
      else {
        const stays = metres(rest!, spot) <= 100;
        const isCounted = counts(last.at, at);
        if (isCounted) addLeg(row(at, type), metres(last, spot) * 1000);
        if (isCounted && stays && last.at - rest!.at < 5 * 60_000 && at - rest!.at >= 5 * 60_000) row(rest!.at, type).stops += 1;
        for (let from = last.at; isCounted && from < at;) {
          const to = Math.min(at, from - (from % QUARTER) + QUARTER);
          if (stays) row(from, type).stillMs += to - from;
          else if (at - last.at <= 30 * 60_000) row(from, type).movingMs += to - from;
          from = to;
        }
        if (!stays) rest = spot;
      }
      last = spot;
    }
    type = now;
  }
}

function addLeg(counted: Recounted, mm: number): void {
  counted.distanceMm += Math.round(mm);
  // Floating point is exact to about 5e-6 mm here, and less so between antipodes, where the haversine formula is ill-conditioned.
  const doubtMm = 2e-5 / Math.max(1e-8, Math.cos(mm / (2 * EARTH_RADIUS_M * 1000)));
  if (Math.abs((mm % 1) - 0.5) <= doubtMm) counted.closeRoundings += 1;
}

/** Distance in metres (haversine) on a sphere with the mean radius of WGS 84. */
function metres(a: Spot, b: Spot): number {
  const rad = (degrees: number): number => degrees * (Math.PI / 180);
  const haversine =
    Math.sin(rad(b.lat - a.lat) / 2) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(rad(b.lon - a.lon) / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(haversine));
}

/** The days of a time zone, by the time zone data of the JavaScript engine. */
export function daysOf(timeZone: string): (time: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const known = new Map<number, string>();
  return (time) => {
    const quarter = Math.floor(time / QUARTER);
    let day = known.get(quarter);
    if (day === undefined) known.set(quarter, (day = format.format(quarter * QUARTER)));
    return day;
  };
}

/** A record of area.events. */
export interface RawAreaEvent {
  /** CloudEvents type. */
  type: string;
  value: { eventId: string; workspace: string; externalId: string; areaId: string; at: string; visitStartedAt: string; corrects?: string };
}

/** The totals of a day and a key of visits. */
export interface RecountedVisits {
  entered: number;
  insideMs: number;
}

/**
 * Counts the final events of visits: each once, without corrected ones. All visits must have ended.
 * @param keyOf the key of a visit, in addition to the day
 * @returns totals by `<day> <key>`
 */
export function recountVisits(
  log: readonly RawAreaEvent[],
  workspace: string,
  dayOf: (time: number) => string,
  keyOf: (event: RawAreaEvent['value']) => string,
): Map<string, RecountedVisits> {
  const table = new Map<string, RecountedVisits>();
  const row = (time: number, key: string): RecountedVisits => {
    const name = `${dayOf(time)} ${key}`;
    if (!table.has(name)) table.set(name, { entered: 0, insideMs: 0 });
    return table.get(name)!;
  };
  for (const { type, value } of trueInTheEnd(log, workspace)) {
    const began = new Date(value.visitStartedAt).getTime();
    if (type === 'waymark.area.entered.v1') row(began, keyOf(value)).entered += 1;
    if (type !== 'waymark.area.left.v1') continue;
    const ended = new Date(value.at).getTime();
    for (let from = began; from < ended;) {
      const to = Math.min(ended, from - (from % QUARTER) + QUARTER);
      row(from, keyOf(value)).insideMs += to - from;
      from = to;
    }
  }
  return table;
}

/** Each event once, without corrected ones. */
function trueInTheEnd(log: readonly RawAreaEvent[], workspace: string): RawAreaEvent[] {
  const events = [
    ...new Map(log.filter(({ value }) => value.workspace === workspace).map((event) => [event.value.eventId, event])).values(),
  ];
  const takenBack = new Set(events.map(({ value }) => value.corrects));
  return events.filter(({ value }) => !takenBack.has(value.eventId));
}

/** Totals of objects inside areas by `<day> <area> <type>`, from each visit separately. All visits must have ended. */
export function recountInAreas(
  log: readonly RawEvent[],
  visits: readonly RawAreaEvent[],
  workspace: string,
  dayOf: (time: number) => string,
): Map<string, Recounted> {
  const table = new Map<string, Recounted>();
  const objects = new Map<string, Set<string>>();
  const seenById = seenOf(log, workspace);
  for (const { type: kind, value } of trueInTheEnd(visits, workspace)) {
    if (kind !== 'waymark.area.left.v1') continue;
    const [began, ended] = [new Date(value.visitStartedAt).getTime(), new Date(value.at).getTime()];
    const seen = seenById.get(value.externalId) ?? [];
    const keyOf = (time: number, type: string): string => `${dayOf(time)} ${value.areaId} ${type}`;
    const row = (time: number, type: string): Recounted => {
      const key = keyOf(time, type);
      if (!table.has(key)) table.set(key, nothingCounted());
      return table.get(key)!;
    };
    const inside = seen.filter(({ at }) => at >= began && at <= ended);
    countChanges(inside, row);
    for (const { at, type } of inside) {
      const key = keyOf(at, type);
      objects.set(key, (objects.get(key) ?? new Set()).add(value.externalId));
      row(at, type).objects = objects.get(key)!.size;
    }
    countWay(seen, row, (from, to) => from >= began && to <= ended);
  }
  return table;
}
