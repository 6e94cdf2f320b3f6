import type { FieldState } from '#object-rules/object.js';

/**
 * Number of Category fields per object that are counted, the first ones by name. Limited since each adds rows of counts for every
 * cell.
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
  // Sorted by bytes, as in the database.
  return found.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))).slice(0, CATEGORY_FIELDS);
}
