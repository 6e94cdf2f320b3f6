import type { FieldRecord } from '#contracts/directory/records.js';
import type { FieldValue } from '#object-rules/command.js';

export type FieldExample = FieldValue;

/** A field value that is valid by the definition. */
export function exampleOf(definition: FieldRecord): FieldExample {
  const { name: field, type, categories } = definition;
  if (type === 'String') return { type, field, value: 'text' };
  if (type === 'Number') return { type, field, value: numberWithin(definition) };
  const [first] = categories ?? [];
  return { type, field, value: { namespace: first?.namespace ?? 'namespace', categoryName: first?.categoryName ?? 'name' } };
}

function numberWithin({ min, max }: FieldRecord): number {
  if (min === undefined || max === undefined) return min ?? max ?? 81.5;
  const middle = min + (max - min) / 2;
  const rounded = Math.round(middle);
  return rounded >= min && rounded <= max ? rounded : middle;
}
