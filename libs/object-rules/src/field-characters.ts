import { MAX_FIELDS_CHARACTERS } from './limits.js';
import type { ObjectState } from './object.js';

/** The longest possible field by the limits of the gateway: a name of 128 and a text of 4,096 characters. */
const MAX_FIELD = 2 * (128 + 4096);

/** Whether the fields exceed the size limit of an object. Counts nothing for an object with few fields. */
export function fieldsTooLarge(fields: ObjectState['fields']): boolean {
  const names = Object.keys(fields);
  if (names.length * MAX_FIELD <= MAX_FIELDS_CHARACTERS) return false;
  let characters = 0;
  for (const name of names) characters += name.length + textLength(fields[name]?.value);
  return characters > MAX_FIELDS_CHARACTERS;
}

function textLength(value: ObjectState['fields'][string]['value'] | undefined): number {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'object' && value !== null) return value.namespace.length + value.categoryName.length;
  return 0;
}
