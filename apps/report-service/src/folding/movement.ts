import { distanceMm, type Place } from '../space/great-circle.js';

/** An object that stays this near to where it came to rest stands still. */
const STOP_RADIUS_MM = 100_000;
/** Standing still for this long is a stop. */
const STOP_MS = 5 * 60_000;
/** Who is somewhere else after a longer silence was on the way for an unknown part of it: that time counts as nothing. */
const MOVING_SILENCE_MS = 30 * 60_000;
/** Of a longer silence nothing is known: the object begins anew, so that sums never depend on what was dropped with old observations. */
const SILENCE_MS = 7 * 86_400_000;

/** A position at a time, milliseconds since the epoch. */
export interface Point extends Place {
  at: number;
}

/** One change of an object, in the order of observation: by `at`, then by revision. */
export interface Observation {
  at: number;
  revision: number;
  /** What the object was when the change was applied: type and categories, as one number. */
  facet: number;
  /** Undefined: only field values or descriptions were reported. */
  place: Place | undefined;
}

/** An observation with all that is needed of what was observed before it. */
export interface Row extends Observation {
  /** Where it was last seen by then; the observation itself where it has a place. */
  point: Point | undefined;
  /** Where it came to rest: it has not been farther away from here since. */
  anchor: Point | undefined;
}

/** In the order of observation. */
export function compareObserved(a: Pick<Observation, 'at' | 'revision'>, b: Pick<Observation, 'at' | 'revision'>): number {
  return a.at - b.at || a.revision - b.revision;
}

/** The row of an observation that follows on a row. */
export function follow(before: Row | undefined, observation: Observation): Row {
  const { at, revision, facet, place } = observation;
  if (place === undefined) return { at, revision, facet, place, point: before?.point, anchor: before?.anchor };
  const point: Point = { at, lat: place.lat, lon: place.lon };
  const anchor = before?.point !== undefined && at - before.point.at <= SILENCE_MS ? before.anchor : undefined;
  return {
    at,
    revision,
    facet,
    place: point,
    point,
    anchor: anchor !== undefined && distanceMm(anchor, point) <= STOP_RADIUS_MM ? anchor : point,
  };
}

/** What lies between a row and the one before it. */
export interface Segment {
  /** Whole millimetres. */
  distanceMm: number;
  /** What the time between the two counts as. */
  time: 'moving' | 'still' | 'unknown';
  /** Set where the object has stood still for long enough now: when the stop began. */
  stopSince: number | undefined;
}

/** Undefined where there is none: no place now, none before, or too long ago. */
export function segmentOf(before: Row | undefined, row: Row): Segment | undefined {
  const from = before?.point;
  const { place, anchor, at } = row;
  if (from === undefined || place === undefined || anchor === undefined) return undefined;
  const took = at - from.at;
  if (took > SILENCE_MS) return undefined;
  const isStill = samePoint(anchor, before!.anchor);
  const time = isStill ? 'still' : took <= MOVING_SILENCE_MS ? 'moving' : 'unknown';
  const isLongEnough = isStill && from.at - anchor.at < STOP_MS && at - anchor.at >= STOP_MS;
  return { distanceMm: distanceMm(from, place), time, stopSince: isLongEnough ? anchor.at : undefined };
}

export function samePoint(a: Point | undefined, b: Point | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.at === b.at && a.lat === b.lat && a.lon === b.lon);
}
