import type { ExternalObject } from '../api/api.js';

export type DefinedField = { name: string; label: string };

/** Names of fields that objects have. */
export function fieldsSentBy(objects: Iterable<Pick<ExternalObject, 'fields'>>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { fields = {} } of objects) for (const name of Object.keys(fields)) names.add(name);
  return names;
}

/**
 * What the map can be coloured by: fields that are defined, also where nobody has sent them yet, and fields that are
 * sent without a definition. @param chosen stays, whatever is known of it
 */
export function colourFields(
  defined: readonly DefinedField[],
  sent: ReadonlySet<string>,
  chosen: string,
): { name: string; label: string }[] {
  const labels = new Map(defined.map(({ name, label }) => [name, label]));
  for (const name of [...sent, chosen]) if (name !== '' && !labels.has(name)) labels.set(name, name);
  return [...labels].map(([name, label]) => ({ name, label })).sort((a, b) => a.label.localeCompare(b.label));
}
