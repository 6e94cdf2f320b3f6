import type { PlaceCode } from '#object-rules/element-codes.js';

/** A plan's limits of objects; null: not limited. */
export interface ObjectLimits {
  objects: number | null;
  newObjectsPerDay: number | null;
}

/** The used part of a workspace's limits, without the leases of the requesting process. */
export interface TakenPlaces {
  /** Objects that exist. */
  objects: number;
  /** Objects that were created today. */
  createdToday: number;
  /** Places leased to other processes, on any day. */
  leased: number;
  leasedToday: number;
}

/**
 * `leased`: the caller may create this many objects. `full`: no object may be created, even if all leases were returned.
 * `scarce`: the remaining places are leased to other processes, so leases have to be taken back before the decision.
 */
export type Grant = { kind: 'leased'; places: number } | { kind: 'full'; code: PlaceCode } | { kind: 'scarce' };

/** How many objects may be created in a workspace, and the code that refuses the next one. */
export interface Room {
  places: number;
  code: PlaceCode;
}

/** Most extra places in a lease; they are also at most one `SPARE_SHARE`th of the places that are left. */
const MAX_SPARE = 1000;
const SPARE_SHARE = 64;

/** The room in a workspace, ignoring leases. */
export function roomOf({ objects, newObjectsPerDay }: ObjectLimits, taken: Pick<TakenPlaces, 'objects' | 'createdToday'>): Room {
  const free = (objects ?? Infinity) - taken.objects;
  const freeToday = (newObjectsPerDay ?? Infinity) - taken.createdToday;
  return free <= freeToday
    ? { places: Math.max(0, free), code: 'too-many-objects' }
    : { places: Math.max(0, freeToday), code: 'too-many-new-objects' };
}

/** @param wanted number of objects to create, at least 1 */
export function grantOf(limits: ObjectLimits, taken: TakenPlaces, wanted: number): Grant {
  const { places, code } = roomOf(limits, taken);
  if (places === 0) return { kind: 'full', code };
  const left = roomOf(limits, { objects: taken.objects + taken.leased, createdToday: taken.createdToday + taken.leasedToday }).places;
  if (left < wanted) return { kind: 'scarce' };
  return { kind: 'leased', places: wanted + Math.min(MAX_SPARE, Math.floor((left - wanted) / SPARE_SHARE)) };
}
