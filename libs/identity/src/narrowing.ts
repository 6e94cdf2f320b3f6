import type { Narrowing } from './caller.js';

export function idInside({ ids, idPrefix }: Narrowing, externalId: string): boolean {
  return (idPrefix === undefined || externalId.startsWith(idPrefix)) && (ids === undefined || ids.includes(externalId));
}

/** An object without a type matches none of the token's types. */
export function typeInside({ types }: Narrowing, type: string | undefined): boolean {
  return types === undefined || (type !== undefined && types.includes(type));
}

export function fieldInside({ fields }: Narrowing, name: string): boolean {
  return fields === undefined || fields.includes(name);
}

/** The same text for equivalent limits in any order; cursors and operations are bound to it. */
export function narrowingKey({ types, ids, idPrefix, fields, bbox }: Narrowing): string {
  return JSON.stringify({ types: types && inOrder(types), ids: ids && inOrder(ids), idPrefix, fields: fields && inOrder(fields), bbox });
}

const inOrder = (names: readonly string[]): string[] => [...new Set(names)].sort();

const MAX_NAMED = 10;

/** Such as `"a", "b" and 3 more`, for the detail of a problem. */
export function namedInWords(names: readonly string[]): string {
  const named = names
    .slice(0, MAX_NAMED)
    .map((name) => JSON.stringify(name))
    .join(', ');
  return names.length > MAX_NAMED ? `${named} and ${names.length - MAX_NAMED} more` : named || 'none';
}
