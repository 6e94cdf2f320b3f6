import type { PlaceCode } from '#object-rules/element-codes.js';

/** A plan's limits of objects; null: not limited. */
export interface ObjectLimits {
  objects: number | null;
  newObjectsPerDay: number | null;
}

/** The used part of a workspace's limits, without the asking process's own leases. */
export interface TakenPlaces {
  /** Objects that exist. */
  objects: number;
  /** Objects that were created today. */
  createdToday: number;
  /** Places leased to other processes: of any day, and of today. */
  leased: number;
  leasedToday: number;
}

/**
 * `leased`: the caller may create this many objects. `full`: no object may be created, even if every lease were returned.
 * `scarce`: other callers hold the remaining places, so only a process that takes leases back can decide.
 */
export type Grant = { kind: 'leased'; places: number } | { kind: 'full'; code: PlaceCode } | { kind: 'scarce' };

/** How many objects may be created in a workspace, and the refusal of the next one. */
export interface Room {
  places: number;
  code: PlaceCode;
}

/** A lease holds at most this many places more than requested, and all processes together an eighth of the rest. */
const MOST_SPARE = 1000;
const SPARE_SHARE = 64;

/** Without leases. */
export function roomOf({ objects, newObjectsPerDay }: ObjectLimits, taken: Pick<TakenPlaces, 'objects' | 'createdToday'>): Room {
  const free = (objects ?? Infinity) - taken.objects;
  const freeToday = (newObjectsPerDay ?? Infinity) - taken.createdToday;
  return free <= freeToday
    ? { places: Math.max(0, free), code: 'too-many-objects' }
    : { places: Math.max(0, freeToday), code: 'too-many-new-objects' };
}

/** @param wanted how many objects are to be created, at least one */
export function grantOf(limits: ObjectLimits, taken: TakenPlaces, wanted: number): Grant {
  const { places, code } = roomOf(limits, taken);
  if (places === 0) return { kind: 'full', code };
  const left = roomOf(limits, { objects: taken.objects + taken.leased, createdToday: taken.createdToday + taken.leasedToday }).places;
  if (left < wanted) return { kind: 'scarce' };
  return { kind: 'leased', places: wanted + Math.min(MOST_SPARE, Math.floor((left - wanted) / SPARE_SHARE)) };
}
