import type { Element } from '../reading/element.js';

/** Whether `newer` contains everything that `older` says about the object; only then is the older one unnecessary. */
export function covers(newer: Element, older: Element): boolean {
  if (older.locationUpdate !== undefined && newer.locationUpdate === undefined) return false;
  const names = new Set(newer.fieldValues?.map(({ field }) => field));
  return older.fieldValues?.every(({ field }) => names.has(field)) ?? true;
}
