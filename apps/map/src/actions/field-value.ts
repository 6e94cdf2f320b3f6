import type { ExternalObject, Schemas } from '../api/api.js';

export type FieldValue = Schemas['FieldValue'];
type Definition = Pick<Schemas['DefinedField'], 'type' | 'categories'>;

/**
 * What a field action sends: the text as the field's type wants it, by its definition, else by the value that it has now, else as a
 * String. Nothing after the `=` clears the field. Undefined: the text is no value of this type.
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
