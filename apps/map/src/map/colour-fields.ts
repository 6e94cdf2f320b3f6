import type { ExternalObject, Schemas } from '../api/api.js';

export type DefinedField = { name: string; label: string; type: Schemas['DefinedField']['type'] };

/** Names of fields that objects can be coloured by: those with words, not numbers. */
export function fieldsSentBy(objects: Iterable<Pick<ExternalObject, 'fields'>>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { fields = {} } of objects) for (const [name, { value }] of Object.entries(fields)) if (typeof value !== 'number') names.add(name);
  return names;
}

/** What the map can be coloured by: fields that are defined, also where nobody has sent them yet, and fields that are sent without a definition. @param chosen stays, whatever is known of it */
export function colourFields(defined: readonly DefinedField[], sent: ReadonlySet<string>, chosen: string): { name: string; label: string }[] {
  const labels = new Map(defined.filter(({ type }) => type !== 'Number').map(({ name, label }) => [name, label]));
  for (const name of [...sent, chosen]) if (name !== '' && !labels.has(name)) labels.set(name, defined.find((field) => field.name === name)?.label ?? name);
  return [...labels].map(([name, label]) => ({ name, label })).sort((a, b) => a.label.localeCompare(b.label));
}
