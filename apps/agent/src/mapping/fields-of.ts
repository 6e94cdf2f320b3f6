import type { SourceConfig } from '../configuration/agent-config.js';
import type { FieldValue } from '../reading/element.js';
import { readNumber } from '../reading/read-number.js';
import type { Reading, ReadingField } from '../reading/reading.js';
import type { MapResults } from './map-results.js';
import { Quarantined, shown } from './quarantined.js';

/**
 * The fields to send: those of the reading and of the `map` that the allow-list contains. A field of the `map` replaces
 * one of the same name.
 * @throws Quarantined for a value that does not match its type
 */
export function fieldsOf(reading: Reading | undefined, results: MapResults, source: SourceConfig): readonly FieldValue[] {
  const fields = new Map<string, FieldValue>();
  const allowed = (name: string): boolean => source.fields === undefined || source.fields.includes(name);
  for (const [name, field] of Object.entries(reading?.fields ?? {})) if (allowed(name)) fields.set(name, sent(name, field, source));
  for (const { name, type, namespace, value } of results.fields) {
    if (value === undefined || !allowed(name)) continue;
    fields.set(
      name,
      sent(name, { type, value: type === 'Number' ? numberOf(name, value) : textOf(name, value), namespace } as ReadingField, source),
    );
  }
  return [...fields.values()];
}

function sent(field: string, given: ReadingField, source: SourceConfig): FieldValue {
  if (given.type !== 'Category') return { type: given.type, field, value: given.value } as FieldValue;
  // An empty namespace is allowed for ids, but categories need one.
  const namespace = given.namespace ?? (source.namespace || source.name);
  return { type: 'Category', field, value: given.value === null ? null : { namespace, categoryName: given.value } };
}

function numberOf(field: string, value: unknown): number | null {
  if (value === null) return null;
  const number = readNumber(value);
  if (number === undefined) throw new Quarantined('invalid-element', `/fieldValues/${field}: must be a number, not ${shown(value)}.`);
  return number;
}

function textOf(field: string, value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === 'object') throw new Quarantined('invalid-element', `/fieldValues/${field}: must be a text, not ${shown(value)}.`);
  return String(value);
}
