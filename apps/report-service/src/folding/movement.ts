import { distanceMm, type Place } from '../space/great-circle.js';

/** An object counts as standing still while it stays this close to where it came to rest. */
const STOP_RADIUS_MM = 100_000;
/** Standing still for this long is a stop. */
const STOP_MS = 5 * 60_000;
/** An object at another place after a longer silence was moving for an unknown part of it, so that time is not counted. */
const MOVING_SILENCE_MS = 30 * 60_000;
/** After a longer silence the object starts afresh, so that sums never depend on observations that were already dropped. */
const SILENCE_MS = 7 * 86_400_000;

/** A position at a time, milliseconds since the epoch. */
export interface Point extends Place {
  at: number;
}

/** One change of an object, in the order of observation: by `at`, then by revision. */
export interface Observation {
  at: number;
  revision: number;
  /** Type and categories of the object when the change was applied, as one number. */
  facet: number;
  /** Undefined: only field values or descriptions were reported. */
  place: Place | undefined;
}

/** An observation with everything needed from the ones before it. */
export interface Row extends Observation {
  /** The last known place up to then; the observation itself if it has a place. */
  point: Point | undefined;
  /** Where it came to rest: it has not left the stop radius since. */
  anchor: Point | undefined;
}

/** In the order of observation. */
export function compareObserved(a: Pick<Observation, 'at' | 'revision'>, b: Pick<Observation, 'at' | 'revision'>): number {
  return a.at - b.at || a.revision - b.revision;
}

/** The row of an observation, given the row before it. */
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

/** The time and way between a row and the one before it. */
export interface Segment {
  /** Whole millimetres. */
  distanceMm: number;
  /** How the time between the two counts. */
  time: 'moving' | 'still' | 'unknown';
  /** Set when the object has now stood still long enough: the start of the stop. */
  stopSince: number | undefined;
}

/** Undefined if there is none: no place now, none before, or too long ago. */
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
