import type { FieldRecord } from '#contracts/directory/records.js';
import type { FieldValue } from '#object-rules/command.js';

/** How a value breaks an approved definition, and in which property; undefined if it is valid. Null clears the field: always valid. */
export function fieldConflict(
  definition: FieldRecord,
  { type, value }: FieldValue,
): { member: 'type' | 'value'; detail: string } | undefined {
  if (value === null) return undefined;
  const { name } = definition;
  if (type !== definition.type)
    return { member: 'type', detail: `The field ${JSON.stringify(name)} is defined as ${definition.type}, not ${type}.` };
  if (typeof value === 'number') {
    const { min, max } = definition;
    const low = min !== undefined && value < min;
    if (low || (max !== undefined && value > max))
      return {
        member: 'value',
        detail: `The field ${JSON.stringify(name)} must be ${low ? `at least ${min}` : `at most ${max}`} by its definition.`,
      };
  } else if (typeof value === 'object' && definition.categories !== undefined && !categoriesOf(definition).has(categoryKey(value))) {
    return {
      member: 'value',
      detail:
        `The field ${JSON.stringify(name)} must have one of the ${definition.categories.length} ` +
        'categories in its definition, and this is not one of them.',
    };
  }
  return undefined;
}

const sets = new WeakMap<FieldRecord, ReadonlySet<string>>();

/** The categories of a definition as a set, built once per definition: there may be hundreds. */
function categoriesOf(definition: FieldRecord): ReadonlySet<string> {
  let set = sets.get(definition);
  if (set === undefined) sets.set(definition, (set = new Set(definition.categories!.map(categoryKey))));
  return set;
}

/** Neither part can contain the separator. */
const categoryKey = ({ namespace, categoryName }: { namespace: string; categoryName: string }): string => `${namespace}\0${categoryName}`;
