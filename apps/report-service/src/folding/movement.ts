import { distanceMm, type Place } from '../space/great-circle.js';

/** An object counts as still while it stays this close to the place where it came to rest. */
const STOP_RADIUS_MM = 100_000;
/** Being still for this long is a stop. */
const STOP_MS = 5 * 60_000;
/** After a longer time without reports, an object in another place was moving for an unknown part of it, which is not counted. */
const MOVING_SILENCE_MS = 30 * 60_000;
/** After a longer time without reports, an object starts again, so that sums never depend on observations that are already dropped. */
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
  /** Undefined if only field values or descriptions were reported. */
  place: Place | undefined;
}

/** An observation with the necessary data from the ones before it. */
export interface Row extends Observation {
  /** The last known place, which is the observation's own if it has one. */
  point: Point | undefined;
  /** Where the object came to rest; it has not left the stop radius since. */
  anchor: Point | undefined;
}

/** Compares by the order of observation. */
export function compareObserved(a: Pick<Observation, 'at' | 'revision'>, b: Pick<Observation, 'at' | 'revision'>): number {
  return a.at - b.at || a.revision - b.revision;
}

/** The row of an observation. @param before the row before it */
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

/** Time and distance between a row and the one before it. */
export interface Segment {
  /** In whole millimetres. */
  distanceMm: number;
  /** How the time between the two rows counts. */
  time: 'moving' | 'still' | 'unknown';
  /** Start of the stop, if the object has now been still for long enough. */
  stopSince: number | undefined;
}

/** The segment before a row; undefined if one of the places is missing, or the time between them is too long. */
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
