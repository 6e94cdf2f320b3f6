import type { FieldState } from '#object-rules/object.js';

/**
 * How many Category fields of an object, first by name, can split clusters: each adds a row of numbers
 * for every cell.
 */
export const CATEGORY_FIELDS = 4;

/** `[field, categoryName]`, in the order of the fields' names. */
export function countedCategories(fields: Readonly<Record<string, FieldState>>): [field: string, category: string][] {
  const found: [string, string][] = [];
  for (const name in fields) {
    const { type, value } = fields[name]!;
    if (type === 'Category' && typeof value === 'object' && value !== null) found.push([name, value.categoryName]);
  }
  if (found.length < 2) return found;
  // By bytes, as the database sorts.
  return found.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))).slice(0, CATEGORY_FIELDS);
}
