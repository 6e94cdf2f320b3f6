import type { Narrowing } from '#identity/caller.js';
import { type Box, boxOf, rectanglesOf, touchesAntimeridian } from '../space/box.js';
import { keyRanges } from '../space/key-ranges.js';

/** Whether a list excludes archived objects, includes them, or contains only them. */
export const ARCHIVED = ['exclude', 'include', 'only'] as const;
export type Archived = (typeof ARCHIVED)[number];

export interface ObjectFilter {
  workspace: string;
  box?: Box;
  type?: string;
  /** Objects of any of these types. */
  types?: readonly string[];
  archived: Archived;
  /** Narrowing of the reader's token; objects outside it are treated as missing. */
  narrowing?: Narrowing;
}

/** SQL over the columns of object_state. @param value adds a parameter and returns its placeholder */
export function objectConditions(filter: ObjectFilter, value: (given: unknown) => string): string[] {
  const conditions = [`workspace = ${value(filter.workspace)}`];
  if (filter.type !== undefined) conditions.push(`type = ${value(filter.type)}`);
  if (filter.types !== undefined) conditions.push(`type = any(${value(filter.types)}::text[])`);
  const { ids, idPrefix, types, bbox } = filter.narrowing ?? {};
  if (ids !== undefined) conditions.push(`external_id = any(${value(ids)}::text[])`);
  if (bbox !== undefined) conditions.push(...boxConditions(boxOf(bbox), value));
  if (idPrefix !== undefined) conditions.push(`external_id like ${value(`${idPrefix.replace(/[\\%_]/g, '\\$&')}%`)}`);
  if (types !== undefined) conditions.push(`type = any(${value(types)}::text[])`);
  if (filter.archived !== 'include') conditions.push(filter.archived === 'only' ? 'archived' : 'not archived');
  if (filter.box) conditions.push(...boxConditions(filter.box, value));
  return conditions;
}

/** SQL for objects in the box, which uses the index of cells. @param value adds a parameter and returns its placeholder */
export function boxConditions(box: Box, value: (given: unknown) => string): string[] {
  const ranges = keyRanges(rectanglesOf(box)).map(({ from, to }) => `q16 between ${from} and ${to}`);
  return [`(${ranges.join(' or ')})`, ...insideConditions(box, value)];
}

/** SQL for objects in the box, by the same rules as `contains`. @param value adds a parameter and returns its placeholder */
export function insideConditions(box: Box, value: (given: unknown) => string): string[] {
  const [west, south, east, north] = [value(box.west), value(box.south), value(box.east), value(box.north)].map((v) => `${v}::float8`);
  const between = box.west <= box.east ? `lon between ${west} and ${east}` : `(lon >= ${west} or lon <= ${east})`;
  // At a pole, all longitudes are the same place; and −180 and 180 are the same meridian.
  const anyLongitude = ['abs(lat) >= 90', ...(touchesAntimeridian(box) ? ['abs(lon) >= 180'] : [])];
  return [`lat between ${south} and ${north}`, `(${[between, ...anyLongitude].join(' or ')})`];
}
