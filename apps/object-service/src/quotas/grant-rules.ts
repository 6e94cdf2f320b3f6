import type { PlaceCode } from '#object-rules/element-codes.js';

/** What a plan says of objects; null: not limited. */
export interface ObjectLimits {
  objects: number | null;
  newObjectsPerDay: number | null;
}

/** What of a workspace's limits is taken, without what the asking process has leased itself. */
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
 * `leased`: so many objects may be created by who asked. `full`: no object may be created at all, whatever others have leased.
 * `scarce`: leases of others are in the way, so it can only be decided by who takes them back.
 */
export type Grant = { kind: 'leased'; places: number } | { kind: 'full'; code: PlaceCode } | { kind: 'scarce' };

/** How many objects may be created in a workspace, and what is said of the next one. */
export interface Room {
  places: number;
  code: PlaceCode;
}

/** A lease holds at most so many places more than were asked for, and all processes together an eighth of what is left. */
const MOST_SPARE = 1000;
const SPARE_SHARE = 64;

/** Without any lease. */
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
