import type { ObjectEvent } from './object-event.js';

/** The properties of an object that reports use: its type and its categories, by name of the field. */
export interface Profile {
  workspace: string;
  type: string;
  /** `[namespace, categoryName]` by field, sorted by the field's name. */
  categories: Readonly<Record<string, readonly [namespace: string, name: string]>>;
  /** Revision of the last change; repeated earlier changes have no effect. */
  revision: number;
}

/** Further Category fields are ignored, since each one multiplies the stored sums. */
const MAX_CATEGORIES = 8;

/**
 * The profile after an event, in the order of the log; the same object if nothing changed. Reports that are older than the known values
 * change nothing.
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
    else if (held !== undefined || Object.keys(after).length < MAX_CATEGORIES)
      put(after, name, [category.namespace, category.categoryName]);
  }
  return after === undefined ? before : inOrder(after);
}

/** Sets a property; a field may have the name of an inherited one. */
function put(categories: Record<string, readonly [string, string]>, name: string, value: readonly [string, string]): void {
  Object.defineProperty(categories, name, { value, enumerable: true, configurable: true, writable: true });
}

function inOrder(categories: Profile['categories']): Profile['categories'] {
  const ordered: Record<string, readonly [string, string]> = {};
  for (const name of Object.keys(categories).sort()) put(ordered, name, categories[name]!);
  return ordered;
}

/** The key of profiles that share their sums. */
export const facetKey = ({ workspace, type, categories }: Profile): string => JSON.stringify([workspace, type, categories]);
