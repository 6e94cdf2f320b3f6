import type { FieldState } from '#object-rules/object.js';

/**
 * Fields of the kind Category of an object by which clusters are told apart, first by name: each is a row of numbers
 * more for every cell.
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
  // By bytes, as the database does.
  return found.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))).slice(0, CATEGORY_FIELDS);
}
