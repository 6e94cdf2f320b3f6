import type { Fleet } from './fleet.js';
import type { MotionFacts } from './kinds.js';
import { Mover } from './mover.js';
import type { Random } from './random.js';
import { type FleetReport, measured } from './report.js';

export const HISTORY_DAYS = 7;
export const MAX_REPORTS = 20_000;
/** Maximum number of reports in a call. */
export const BATCH = 500;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Live reports must be later, even if a clock is slightly ahead. */
const BEFORE_NOW_MS = 5 * MINUTE_MS;
/** Work from 6 to 20 o'clock in Monaco's winter time, in UTC. */
const WORK_FROM_MS = 5 * HOUR_MS;
const WORK_MS = 14 * HOUR_MS;
/** Longer than any trip takes. */
const TRIP_MS = 30 * MINUTE_MS;
const MAX_TRIPS_PER_DAY = 8;
/** The average is 31; the rest is a margin. */
const REPORTS_PER_TRIP = 38;
const METRES_BETWEEN_REPORTS = { streets: 45, sea: 120 };

interface Track {
  mover: Mover;
  /** Where the live object started; its last trip ends there. */
  home: number;
  /** The moving object and its loads. */
  externalIds: string[];
}

type Dated = FleetReport & { at: number };

/**
 * A week of trips of a fleet until now, oldest report first, in batches of one call each. If there would be too many reports, only some
 * objects have trips.
 *
 * @param externalIds the objects that get a history
 */
export function* history(
  fleet: Fleet,
  externalIds: ReadonlySet<string>,
  now: number,
  random: Random,
  most = MAX_REPORTS,
): Generator<FleetReport[]> {
  const until = now - BEFORE_NOW_MS;
  const since = now - HISTORY_DAYS * DAY_MS;
  const objects = fleet.objects.filter(({ externalId }) => externalIds.has(externalId));
  const stationary = objects
    .filter(({ mover }) => mover === undefined)
    .slice(0, BATCH)
    .map(({ externalId, place }) => dated(measured(externalId, { position: place }), since));
  const { tracks, tripsADay } = plan(tracksOf(objects, random), most - stationary.length);
  let left = most;
  let batch: Dated[] = stationary;
  const days = workingDays(since, until);
  for (const [index, day] of days.entries()) {
    const isLast = index === days.length - 1;
    batch.push(...tracks.flatMap((track) => dayOf(track, day, tripsADay, isLast, random)).sort((a, b) => a.at - b.at));
    while (batch.length >= BATCH || (isLast && batch.length > 0)) {
      const reports = batch.slice(0, Math.min(BATCH, left));
      if (reports.length === 0) return;
      left -= reports.length;
      batch = batch.slice(reports.length);
      yield reports.map(({ at: _at, ...report }) => report);
    }
  }
}

function tracksOf(objects: Fleet['objects'], random: Random): Track[] {
  const tracks = new Map<Mover, Track>();
  for (const { externalId, mover } of objects) {
    if (mover === undefined) continue;
    const track = tracks.get(mover);
    if (track !== undefined) track.externalIds.push(externalId);
    else tracks.set(mover, { mover: new Mover(mover.facts, mover.territory, random), home: mover.firstStop, externalIds: [externalId] });
  }
  return [...tracks.values()];
}

/** As many tracks as the limit permits, and their trips per day. */
function plan(tracks: readonly Track[], most: number): { tracks: readonly Track[]; tripsADay: number } {
  let room = most / HISTORY_DAYS / REPORTS_PER_TRIP;
  const all = tracks.reduce((sum, { externalIds }) => sum + externalIds.length, 0);
  if (room >= all) return { tracks, tripsADay: Math.min(MAX_TRIPS_PER_DAY, room / Math.max(1, all)) };
  return { tracks: tracks.filter(({ externalIds }) => (room -= externalIds.length) >= 0), tripsADay: 1 };
}

/** Start and end of the working hours in the period. */
function workingDays(since: number, until: number): [number, number][] {
  const days: [number, number][] = [];
  for (let midnight = Math.floor(since / DAY_MS) * DAY_MS; midnight < until; midnight += DAY_MS) {
    const day: [number, number] = [Math.max(since, midnight + WORK_FROM_MS), Math.min(until, midnight + WORK_FROM_MS + WORK_MS)];
    if (day[1] - day[0] >= TRIP_MS) days.push(day);
  }
  return days;
}

function dayOf(track: Track, [from, to]: readonly [number, number], tripsPerDay: number, isLast: boolean, random: Random): Dated[] {
  const trips = Math.max(isLast ? 1 : 0, Math.floor((tripsPerDay * (to - from)) / WORK_MS + random()));
  const slot = (to - from) / Math.max(1, trips);
  return Array.from({ length: trips }, (_unused, trip) => {
    const start = from + slot * trip + random() * (slot - TRIP_MS);
    return tripOf(track, start, isLast && trip === trips - 1 ? track.home : undefined);
  }).flat();
}

/** A trip from the current place to a stop. */
function tripOf({ mover, externalIds }: Track, start: number, target: number | undefined): Dated[] {
  const seconds = secondsBetweenReports(mover.facts);
  const reports: Dated[] = [];
  const report = (at: number): void => {
    for (const [index, externalId] of externalIds.entries())
      reports.push(dated(measured(externalId, index === 0 ? mover : { position: mover.position, speed: mover.speed }), at));
  };
  mover.recharge();
  mover.leave(target);
  report(start);
  for (let passed = 0; mover.status === 'moving';) {
    const next = passed + seconds;
    while (passed < next && mover.status === 'moving') {
      mover.advance(1);
      passed++;
    }
    report(start + passed * 1000);
  }
  return reports;
}

const secondsBetweenReports = ({ on, topSpeed }: MotionFacts): number => Math.ceil(METRES_BETWEEN_REPORTS[on] / topSpeed);

function dated(report: FleetReport, at: number): Dated {
  return { ...report, observedAt: new Date(at).toISOString(), at };
}
