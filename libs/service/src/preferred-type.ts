import { weightedEntries } from './weighted-entries.js';

/**
 * The media type that a client prefers among those of a route: by the weights in its header Accept, then by their order there. Undefined if
 * the header names none of them, for example with a wildcard; then the default of the route applies.
 */
export function preferredType<T extends string>(accept: string | undefined, offered: readonly T[]): T | undefined {
  const named = weightedEntries(accept ?? '').flatMap(({ name, q = '1' }) => {
    const type = offered.find((each) => each === name);
    return type === undefined ? [] : [{ type, q: Number(q) || 0 }];
  });
  const [best] = named.toSorted((a, b) => b.q - a.q);
  return best !== undefined && best.q > 0 ? best.type : undefined;
}
