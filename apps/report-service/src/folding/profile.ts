import type { ObjectEvent } from './object-event.js';

/** What an object is in reports: its type and the categories that it is in, by name of the field. */
export interface Profile {
  workspace: string;
  type: string;
  /** `[namespace, categoryName]` by field, in the order of the names. */
  categories: Readonly<Record<string, readonly [namespace: string, name: string]>>;
  /** Of the change that made it so: earlier ones that come again change nothing. */
  revision: number;
}

/** More fields of the kind Category are not told apart: each multiplies the sums that are kept. */
const MOST_CATEGORIES = 8;

/**
 * What it is after an event, in the order of the log; the same object when nothing changed. Reports older than what was
 * known change nothing.
 */
export function profileAfter(before: Profile | undefined, event: ObjectEvent): Profile {
  const { kind, workspace, revision } = event;
  if (before !== undefined && revision <= before.revision) return before;
  const type = event.type === undefined ? (before?.type ?? '') : (event.type ?? '');
  const categories = event.stale ? (before?.categories ?? {}) : categoriesAfter(before?.categories ?? {}, event.fields);
  if (before !== undefined && kind !== 'created' && type === before.type && categories === before.categories) return before;
  return { workspace, type, categories, revision };
}

function categoriesAfter(before: Profile['categories'], fields: ObjectEvent['fields']): Profile['categories'] {
  if (fields === undefined) return before;
  let after: Record<string, readonly [string, string]> | undefined;
  for (const name in fields) {
    const { type, value } = fields[name]!;
    const category = type === 'Category' && typeof value === 'object' && value !== null ? value : undefined;
    const held = Object.hasOwn(before, name) ? before[name] : undefined;
    if (category === undefined ? held === undefined : held?.[0] === category.namespace && held[1] === category.categoryName) continue;
    after ??= { ...before };
    if (category === undefined) delete after[name];
    else if (held !== undefined || Object.keys(after).length < MOST_CATEGORIES)
      put(after, name, [category.namespace, category.categoryName]);
  }
  return after === undefined ? before : inOrder(after);
}

/** A field may be called like a member that every object has. */
function put(categories: Record<string, readonly [string, string]>, name: string, value: readonly [string, string]): void {
  Object.defineProperty(categories, name, { value, enumerable: true, configurable: true, writable: true });
}

function inOrder(categories: Profile['categories']): Profile['categories'] {
  const ordered: Record<string, readonly [string, string]> = {};
  for (const name of Object.keys(categories).sort()) put(ordered, name, categories[name]!);
  return ordered;
}

/** Of profiles that are summed together. */
export const facetKey = ({ workspace, type, categories }: Profile): string => JSON.stringify([workspace, type, categories]);
