import type { ExternalObject } from '../api/api.js';

export type DefinedField = { name: string; label: string };

/** Names of fields that objects have. */
export function fieldsSentBy(objects: Iterable<Pick<ExternalObject, 'fields'>>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { fields = {} } of objects) for (const name of Object.keys(fields)) names.add(name);
  return names;
}

/**
 * The fields by which the map can be coloured: defined ones, including those without values, and received ones without a definition.
 * @param chosen always included
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
