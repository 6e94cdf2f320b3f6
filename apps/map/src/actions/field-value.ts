import type { ExternalObject, Schemas } from '../api/api.js';

export type FieldValue = Schemas['FieldValue'];
type Definition = Pick<Schemas['DefinedField'], 'type' | 'categories'>;

/**
 * The value that a field action sends: the text, converted to the type of the field's definition, else to that of its current value, else
 * to a String. Nothing after the `=` clears the field. Undefined if the text is not a value of this type.
 */
export function fieldValueOf(
  field: string,
  text: string,
  present: ExternalObject['fields'][string] | undefined,
  definition: Definition | undefined,
): FieldValue | undefined {
  const type = definition?.type ?? present?.type ?? 'String';
  if (text === '') return { type, field, value: null } as FieldValue;
  if (type === 'Number') {
    const value = Number(text);
    return Number.isFinite(value) ? { type, field, value } : undefined;
  }
  if (type === 'String') return { type, field, value: text };
  const known = definition?.categories?.find(({ categoryName }) => categoryName === text);
  const namespace = known?.namespace ?? definition?.categories?.[0]?.namespace ?? namespaceOf(present?.value);
  return namespace === undefined ? undefined : { type, field, value: { namespace, categoryName: text } };
}

function namespaceOf(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'namespace' in value ? String(value.namespace) : undefined;
}
